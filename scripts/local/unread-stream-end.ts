import type { Plugin } from 'vite'

/**
 * Takes a promise out of the browser's copy of turbo-stream: that the stream of a page's data has ended. Remix never
 * reads it, so where a customer leaves before that end, its failure is an uncaught error (docs/decisions/022). `npm run
 * dev` is left alone.
 */
export const unreadStreamEnd: Plugin = {
	name: 'unread-stream-end',
	apply: 'build',
	transform: (code, id, { ssr } = {}) =>
		!ssr && id.endsWith('/turbo-stream/dist/turbo-stream.mjs')
			? { code: withoutStreamEnd(code), map: null }
			: null,
}

/** How the promise fails, and how it is given. */
const PARTS = ['done.reject(reason);', 'done: donePromise.then(() => reader.closed),']

/** Throws where turbo-stream writes it otherwise. */
export function withoutStreamEnd(code: string): string {
	if (PARTS.some((part) => code.split(part).length !== 2))
		throw new Error('turbo-stream tells in another way that a stream has ended.')
	return PARTS.reduce((rest, part) => rest.replace(part, ''), code)
}
