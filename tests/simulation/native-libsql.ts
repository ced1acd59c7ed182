import libsql from 'libsql'

type NativeStatement = {
	raw(isRaw: boolean): NativeStatement
	safeIntegers(isSafe: boolean): NativeStatement
	columns(): { name: string; type: string | null }[]
	all(values: readonly unknown[]): unknown[][]
	run(values: readonly unknown[]): { changes: number }
}

export type NativeDatabase = {
	prepare(sql: string): NativeStatement
	close(): void
	readonly inTransaction: boolean
}

/** The engine that `@libsql/client` brings for files. Its own types are those of another package. */
export const Native = libsql as unknown as new (path: string) => NativeDatabase
