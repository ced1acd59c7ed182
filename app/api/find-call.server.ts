import { ID_PATTERN } from '#app/kernel/id.server.ts'
import type { ShopCall } from './shop-call.server.ts'
import { shopCalls } from './shop-calls.server.ts'

/** The call and its path's values; the address's methods where the method is wrong; null for another address. */
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

/** Null for another path. Of two matching paths none has a parameter before a fixed segment: a test shows it. */
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
