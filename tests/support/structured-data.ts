import vocabulary from './schema-org.json' with { type: 'json' }

type Kind = { extends: string[]; properties: Record<string, string[]> }
const kinds: Record<string, Kind> = vocabulary.types as unknown as Record<string, Kind>
const enumerations: Record<string, readonly string[]> = vocabulary.enumerations

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What a plain value has to look like, by the range that the vocabulary gives to its property. */
const texts: Record<string, (value: unknown) => boolean> = {
	Text: (value) => typeof value === 'string' && value.trim() !== '',
	URL: (value) => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value),
	Number: (value) => typeof value === 'number' && Number.isFinite(value),
	Integer: (value) => Number.isInteger(value),
	Time: (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
	Date: (value) => typeof value === 'string' && isDate(value),
}

/** What the vocabulary of schema.org does not know, or has otherwise, in structured data; empty when all is well. */
export function problemsOfStructuredData(data: unknown): string[] {
	if (typeof data !== 'object' || data === null) return ['is no object']
	const { '@context': context, ...node } = data as Record<string, unknown>
	return [
		...(context === 'https://schema.org' ? [] : [`has the context ${context}`]),
		...problemsOfNode(node),
	]
}

function problemsOfNode(node: Record<string, unknown>): string[] {
	const { '@type': type, ...properties } = node
	if (typeof type !== 'string' || !kinds[type]) return [`${type} is no type`]
	const known = propertiesOf(type)
	return Object.entries(properties).flatMap(([name, value]) => {
		const ranges = known.get(name)
		if (!ranges) return [`${type} has no ${name}`]
		const values = Array.isArray(value) ? value : [value]
		return values.flatMap((one) => problemsOfValue(`${type}.${name}`, one, ranges))
	})
}

function problemsOfValue(place: string, value: unknown, ranges: readonly string[]): string[] {
	if (typeof value === 'object' && value !== null) {
		const node = value as Record<string, unknown>
		const lineage = lineageOf(String(node['@type']))
		const isExpected = ranges.some((range) => lineage.has(range))
		return [...(isExpected ? [] : [`${place} is no ${node['@type']}`]), ...problemsOfNode(node)]
	}
	const isExpected = ranges.some(
		(range) => texts[range]?.(value) || enumerations[range]?.includes(String(value)),
	)
	return isExpected ? [] : [`${place} is ${JSON.stringify(value)}, and has to be ${ranges.join(' or ')}`]
}

/** A type and all that it is a kind of. */
function lineageOf(type: string): Set<string> {
	const kind = kinds[type]
	return new Set(kind ? [type, ...kind.extends.flatMap((parent) => [...lineageOf(parent)])] : [])
}

function propertiesOf(type: string): Map<string, string[]> {
	return new Map([...lineageOf(type)].flatMap((name) => Object.entries(kinds[name]?.properties ?? {})))
}
