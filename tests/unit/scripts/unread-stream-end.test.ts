import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withoutStreamEnd } from '#scripts/local/unread-stream-end.ts'

const remix = createRequire(import.meta.url).resolve('@remix-run/react/package.json')
const folder = join(createRequire(remix).resolve('turbo-stream'), '..')
const code = readFileSync(join(folder, 'turbo-stream.mjs'), 'utf8')

test('data whose stream breaks before its end are read, and nobody is left with an error', async () => {
	const own = withoutStreamEnd(code).replace(/export \{[^}]*\};/, 'decode')
	const decode = runInNewContext(own, globalThis) as (
		stream: ReadableStream,
	) => Promise<{ value: unknown; done?: unknown }>
	let line: ReadableStreamDefaultController<Uint8Array> | undefined
	const stream = new ReadableStream<Uint8Array>({
		start(controller) {
			line = controller
			controller.enqueue(new TextEncoder().encode('["Adé"]\n'))
		},
	})
	const { value, done } = await decode(stream)
	expect([value, done]).toEqual(['Adé', undefined])
	// vitest fails a file in which a promise fails and no one hears it.
	line?.error(new Error('the line broke'))
	await new Promise((resolve) => setImmediate(resolve))
})

test('a turbo-stream that is written otherwise ends the build', () => {
	expect(() => withoutStreamEnd('export async function decode() {}')).toThrow('in another way')
})
