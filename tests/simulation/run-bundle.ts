import { fork } from 'node:child_process'
import type { Bundle } from '#tests/support/bundle.ts'

/** The young objects of a history are many, and few of them live on: with more room they are looked through less. */
const YOUNG_MIB = 64
/**
 * How much a function runs before it is optimised; V8 does so at 67,584. Of the many functions of a history few run
 * often enough to earn what that costs.
 */
const OPTIMISED_AFTER = 500_000

/** Runs a bundled program that is told `asked` and sends back one message; throws where it ends without. */
export function runBundle<Asked, Answer>({ file }: Bundle, asked: Asked): Promise<Answer> {
	return new Promise((resolve, reject) => {
		// Not those of this process: they load TypeScript, and a bundle has none.
		const execArgv = [`--max-semi-space-size=${YOUNG_MIB}`, `--interrupt-budget=${OPTIMISED_AFTER}`]
		const child = fork(file, [JSON.stringify(asked)], { execArgv })
		let answer: { is: Answer } | null = null
		child.once('message', (is) => {
			answer = { is: is as Answer }
		})
		child.once('error', reject)
		child.once('exit', (code) => {
			if (answer) resolve(answer.is)
			else reject(new Error(`a process that was told ${JSON.stringify(asked)} ended with ${code}`))
		})
	})
}

/** In a program that `runBundle` runs: answers what it was told. */
export async function answerOf<Asked, Answer>(answer: (asked: Asked) => Promise<Answer>): Promise<void> {
	const [, , asked] = process.argv
	if (!process.send || asked === undefined) throw new Error('this program is run by another one')
	const is = await answer(JSON.parse(asked))
	// An exit would lose a message that is still on its way.
	await new Promise((sent) => process.send?.(is, undefined, undefined, sent))
	process.exit()
}
