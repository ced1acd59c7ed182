/**
 * What the Worker loads in place of react-dom: the router imports it for this one function, which only ever runs in a
 * browser. It keeps 43 KB gzip out of the Worker, and their time out of each cold start (wrangler.toml, `alias`).
 */
export function flushSync(work: () => void): void {
	work()
}

export default { flushSync }
