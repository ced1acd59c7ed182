import { authorize } from './authorize.server.ts'
import { readBody } from './read-values.server.ts'

export async function answer(request: Request) {
	const body = await readBody(request)
	return authorize(request, body)
}
