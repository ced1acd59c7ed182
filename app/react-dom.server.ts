/**
 * Replaces react-dom in the Worker (`scripts/local/worker-build.ts`): the router needs only this function, and only in
 * browsers. Saves 43 KB gzip, which each cold start would load.
 */
export function flushSync(work: () => void): void {
	work()
}

export default { flushSync }
