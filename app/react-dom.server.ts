/**
 * Replaces react-dom in the Worker (`scripts/local/worker-build.ts`): the router needs only this function, in browsers.
 * Saves each cold start 43 KB gzip.
 */
export function flushSync(work: () => void): void {
	work()
}

export default { flushSync }
