import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CutTextError, sqlStatements } from '#scripts/ops/db-restore.ts'

const statements = [
	'CREATE TABLE "a;b" (`x;` TEXT, [y;] INTEGER)',
	"INSERT INTO t VALUES('it''s; END;',X'00')",
	'-- a remark; with a semicolon\nSELECT 1',
	"CREATE TRIGGER one AFTER INSERT ON t BEGIN\n\tSELECT CASE WHEN 1 THEN ';' END;\n\tDELETE FROM u; END",
	'CREATE VIEW v AS SELECT CASE WHEN 1 THEN 2 END',
	'COMMIT',
]

async function read(pieces: string[]): Promise<string[]> {
	async function* given() {
		yield* pieces
	}
	const found: string[] = []
	for await (const statement of sqlStatements(given())) found.push(statement)
	return found
}

test('a text of SQL has the same statements, wherever its pieces are cut', async () => {
	const text = `${statements.join(';\n')};\n`
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 8 }), async (cuts) => {
			const at = [0, ...cuts.sort((a, b) => a - b), text.length]
			const pieces = at.slice(1).map((end, i) => text.slice(at[i], end))
			expect(await read(pieces)).toEqual(statements)
		}),
	)
})

test('a text that ends in the middle of a statement is cut', async () => {
	await expect(read(["SELECT 1; INSERT INTO t VALUES('half"])).rejects.toThrow(CutTextError)
	await expect(read(['SELECT 1; ', ' \n'])).resolves.toEqual(['SELECT 1'])
})
