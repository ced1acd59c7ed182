/** Entries whose members are written out; the members of others are places in the list. */
const writtenOut = ['B', 'D', 'E', 'P', 'R', 'U', 'Y']

/**
 * The content of a Remix stream, without constructing values: an entry for an error, a redirect or an object with a
 * constructor stays a list of its tag and its members.
 */
export function readStream(stream: string): unknown {
	const list: unknown[] = JSON.parse(stream.split('\n', 1)[0] ?? '')
	function at(place: number): unknown {
		// Negative places stand for null (-5), undefined and special numbers.
		if (place < 0) return place === -5 ? null : undefined
		const entry = list[place]
		if (Array.isArray(entry)) {
			if (typeof entry[0] !== 'string') return entry.map(at)
			return writtenOut.includes(entry[0]) ? entry : [entry[0], ...entry.slice(1).map(at)]
		}
		if (typeof entry !== 'object' || entry === null) return entry
		return Object.fromEntries(
			Object.entries(entry).map(([key, value]) => [list[Number(key.slice(1))], at(value)]),
		)
	}
	return at(0)
}

type Hydration = { errors: Record<string, Record<string, unknown>> | null }

/** What a page hands over to the browser's script, which makes the page's errors of its `errors`. */
export function hydrationOf(html: string): Hydration {
	const handoff = /\.streamController\.enqueue\('((?:[^'\\]|\\.)*)'\)/.exec(html)?.[1]
	if (handoff === undefined) throw new Error(`no page of Remix: ${html.slice(0, 200)}`)
	const asJson = handoff.replace(/\\(.)|"/g, (escaped, letter) => {
		if (escaped === '"') return '\\"'
		return letter === "'" ? "'" : escaped
	})
	return readStream(JSON.parse(`"${asJson}"`)) as Hydration
}
