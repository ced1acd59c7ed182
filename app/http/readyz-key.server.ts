import { createHash, timingSafeEqual } from 'node:crypto'

/** True for a request with `Authorization: Bearer` and the key of the operators. Without a key nobody has it. */
export function hasReadyzKey(request: Request, key: string | null): boolean {
	const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
	if (key === null || given === undefined) return false
	// Digests have one length, and comparing them takes one time.
	return timingSafeEqual(digest(given), digest(key))
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest()
}
