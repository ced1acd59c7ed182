/** What a calendar program makes of a file: of each component its properties by name, as text. */
export type ReadComponent = {
	name: string
	properties: Record<string, string>
	components: ReadComponent[]
}

/** Reads a file by lines: strict about RFC 5545's line lengths, line ends, names and nesting. */
export function readCalendarByLines(file: string): ReadComponent {
	if (!file.endsWith('\r\n')) throw new Error('the last line has no end')
	const physical = file.slice(0, -2).split('\r\n')
	for (const line of physical) {
		if (/[\r\n]/.test(line)) throw new Error('a bare line break')
		if (Buffer.byteLength(line) > 75) throw new Error(`a line of ${Buffer.byteLength(line)} octets`)
	}
	const lines = physical
		.join('\n')
		.replace(/\n[ \t]/g, '')
		.split('\n')
	const open: ReadComponent[] = [{ name: '', properties: {}, components: [] }]
	for (const line of lines) {
		const [, name, value] = /^([A-Z-]+)(?:;[A-Z-]+=[^:;,"]+)*:(.*)$/.exec(line) ?? []
		const inner = open.at(-1)
		if (!name || value === undefined || !inner) throw new Error(`no content line: ${line}`)
		if (name === 'BEGIN') open.push({ name: value, properties: {}, components: [] })
		else if (name === 'END') {
			const ended = open.pop()
			if (ended?.name !== value) throw new Error(`${value} ends inside ${ended?.name}`)
			open.at(-1)?.components.push(ended)
		} else if (name in inner.properties) throw new Error(`${name} twice`)
		else inner.properties[name] = unescaped(value)
	}
	const [calendar, ...others] = open[0]?.components ?? []
	if (open.length !== 1 || others.length > 0 || calendar?.name !== 'VCALENDAR') throw new Error('no calendar')
	return calendar
}

function unescaped(value: string): string {
	if (/(?<!\\)(?:\\\\)*[,;]/.test(value)) throw new Error(`a separator in a text: ${value}`)
	return value.replace(/\\([\\,;nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
}

/**
 * Reads the octets of a file one by one, by the grammar of RFC 5545 (3.1 and 3.6), and shares no line with the other
 * reader: what both understand alike, a calendar program will.
 */
export function readCalendarByOctets(file: string): ReadComponent {
	const octets = Buffer.from(file)
	let at = 0
	const unfolded = (): number => {
		while (octets[at] === 13 && octets[at + 1] === 10 && (octets[at + 2] === 32 || octets[at + 2] === 9))
			at += 3
		return octets[at] ?? -1
	}
	const expect = (octet: number) => {
		if (unfolded() !== octet) throw new Error(`octet ${octet} was expected at ${at}`)
		at += 1
	}
	const name = (): string => {
		let text = ''
		for (let octet = unfolded(); (octet >= 65 && octet <= 90) || octet === 45; octet = unfolded()) {
			text += String.fromCharCode(octet)
			at += 1
		}
		if (text === '') throw new Error(`a name was expected at ${at}`)
		return text
	}
	const value = (): string => {
		const kept: number[] = []
		for (let octet = unfolded(); octet !== 13; octet = unfolded()) {
			if (octet < 32 || octet === 127) throw new Error(`a control character at ${at}`)
			at += 1
			if (octet !== 92) {
				kept.push(octet)
				continue
			}
			const escaped = unfolded()
			at += 1
			kept.push(escaped === 110 || escaped === 78 ? 10 : escaped)
		}
		at += 1
		if (octets[at] !== 10) throw new Error(`a bare line break at ${at}`)
		at += 1
		// A fold inside of a character would not be a text any more.
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(kept))
	}
	const component = (called: string): ReadComponent => {
		const read: ReadComponent = { name: called, properties: {}, components: [] }
		for (;;) {
			const key = name()
			expect(58)
			const text = value()
			if (key === 'BEGIN') read.components.push(component(text))
			else if (key === 'END' && text === called) return read
			else read.properties[key] = text
		}
	}
	if (name() !== 'BEGIN') throw new Error('no calendar')
	expect(58)
	const calendar = component(value())
	if (at !== octets.length) throw new Error('something follows the calendar')
	return calendar
}
