import { createInterface } from 'node:readline'
import { askApi } from '#tests/support/shop-api.ts'
import { endOf } from './end-of.ts'
import type { KeyRace } from './key-race.ts'

/**
 * One process of a race: gets a plan, a line of JSON, says that it is ready, waits for 'go', and sends all its requests
 * at once.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
for (let line = await lines.next(); !line.done; line = await lines.next()) {
	const { acts } = JSON.parse(line.value) as KeyRace
	process.stdout.write('ready\n')
	await lines.next()
	const results = await Promise.all(
		acts.map(({ target, ...request }) =>
			endOf(async () => {
				const { status, json, text } = await askApi(target, request)
				return { outcome: json.code ?? String(status), answer: json.code ? '' : text }
			}),
		),
	)
	process.stdout.write(`${JSON.stringify(results)}\n`)
}
