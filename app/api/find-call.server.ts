import { ID_PATTERN } from '#app/kernel/id.server.ts'
import type { ShopCall } from './shop-call.server.ts'
import { shopCalls } from './shop-calls.server.ts'

/**
 * A call with the texts of its path; the methods that the address takes where it is another method's; null for no
 * address of ours.
 */
export function findCall(
	method: string,
	path: string,
): { call: ShopCall; params: Record<string, string> } | { allowed: string[] } | null {
	const segments = path.split('/')
	const here = shopCalls.flatMap((call) => {
		const params = paramsOf(call.path.split('/'), segments)
		return params ? [{ call, params }] : []
	})
	if (here.length === 0) return null
	const readMethod = method === 'HEAD' ? 'GET' : method
	return (
		here.find(({ call }) => call.method === readMethod) ?? { allowed: here.map(({ call }) => call.method) }
	)
}

/** Null for another address. No path that both match has a segment in braces before a fixed one: a test shows it. */
function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
	if (pattern.length !== segments.length) return null
	const params: Record<string, string> = {}
	for (const [i, part] of pattern.entries()) {
		const segment = segments[i] ?? ''
		if (!part.startsWith('{')) {
			if (part !== segment) return null
		} else if (ID_PATTERN.test(segment)) params[part.slice(1, -1)] = segment
		else return null
	}
	return params
}
