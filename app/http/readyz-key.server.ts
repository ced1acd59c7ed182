import { isSameText } from '#app/kernel/signed.server.ts'

/** Compares `Authorization: Bearer` with the operators' key; false without a key. */
export function hasReadyzKey(request: Request, key: string | null): boolean {
	const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
	if (key === null || given === undefined) return false
	return isSameText(given, key)
}
