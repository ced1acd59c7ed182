import { isSameText } from '#app/kernel/signed.server.ts'

/** True for a request with `Authorization: Bearer` and the key of the operators. Where no key is set, always false. */
export function hasReadyzKey(request: Request, key: string | null): boolean {
	const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
	if (key === null || given === undefined) return false
	return isSameText(given, key)
}
