import type { Plugin } from 'vite'

/**
 * Removes the promise of a page data's end from the browser's turbo-stream. Remix never reads it, so its rejection is
 * an uncaught error (docs/decisions/022). Not for `npm run dev`.
 */
export const unreadStreamEnd: Plugin = {
	name: 'unread-stream-end',
	apply: 'build',
	transform: (code, id, { ssr } = {}) =>
		!ssr && id.endsWith('/turbo-stream/dist/turbo-stream.mjs')
			? { code: withoutStreamEnd(code), map: null }
			: null,
}

/** The code that rejects the promise, and the code that returns it. */
const PARTS = ['done.reject(reason);', 'done: donePromise.then(() => reader.closed),']

/** Throws for another form of turbo-stream. */
export function withoutStreamEnd(code: string): string {
	if (PARTS.some((part) => code.split(part).length !== 2))
		throw new Error('turbo-stream tells in another way that a stream has ended.')
	return PARTS.reduce((rest, part) => rest.replace(part, ''), code)
}
