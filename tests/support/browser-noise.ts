import type { BrowserContext } from '@playwright/test'

/** What a browser complains about: console errors (Content-Security-Policy breaches too) and uncaught errors. */
export type Noise = {
	listen(context: BrowserContext): void
	/** This test is about such an error: it has to come, and does not count against the test. */
	expect(pattern: RegExp): void
	/** Such an error may come or not, as when the line breaks just then. */
	allow(pattern: RegExp): void
	/** Waits for what the browsers have said already to arrive here. */
	settle(): Promise<void>
	unexpected(): string[]
	missing(): string[]
}

/**
 * Remix logs it where a person leaves a page whose data are half read: nothing has failed. The words are the browser's,
 * and differ by how far its body had come.
 */
const leftWhileReading =
	/^AbortError: (signal is aborted without reason|BodyStreamBuffer was aborted)(\n| \(|$)/

export function watchNoise(): Noise {
	const heard: string[] = []
	const expected: RegExp[] = []
	const allowed: RegExp[] = []
	const contexts: BrowserContext[] = []
	return {
		listen(context) {
			contexts.push(context)
			context.on('console', (message) => {
				if (message.type() === 'error' && !leftWhileReading.test(message.text()))
					heard.push(`${message.text()} (${message.location().url})`)
			})
			context.on('weberror', (error) => heard.push(`uncaught: ${error.error().message}`))
		},
		expect: (pattern) => void expected.push(pattern),
		allow: (pattern) => void allowed.push(pattern),
		async settle() {
			const pages = contexts.flatMap((context) => context.pages())
			// A question that every page answers after its pending work; a closed one has nothing to add.
			await Promise.all(pages.map((page) => page.evaluate(() => undefined).catch(() => undefined)))
		},
		unexpected: () =>
			heard.filter((line) => ![...expected, ...allowed].some((pattern) => pattern.test(line))),
		missing: () => expected.filter((pattern) => !heard.some((line) => pattern.test(line))).map(String),
	}
}
