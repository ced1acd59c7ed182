import { createInterface } from 'node:readline'

/**
 * One process of a race. For each plan, a line of JSON, it gets ready and says so, waits for 'go', so that all
 * processes start together, acts, and prints what came of it.
 */
export async function playRaces<Plan>(ready: (plan: Plan) => Act | Promise<Act>) {
	const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
	for (let line = await lines.next(); !line.done; line = await lines.next()) {
		const act = await ready(JSON.parse(line.value) as Plan)
		process.stdout.write('ready\n')
		await lines.next()
		process.stdout.write(`${JSON.stringify(await act())}\n`)
	}
}

type Act = () => Promise<unknown[]>
