import { createHash } from 'node:crypto'
import type { Client } from '@libsql/client/web'

type SchemaObject = { type: string; name: string; table: string; sql: string }

/**
 * A schema in lines: an object's kind, table and name, and a digest of its definition. The digest ignores how it is
 * written: spaces, quotes, case, comments, the order of columns, and a key or CHECK beside its column or below.
 * Indexes and triggers stand in the order in which they were made: SQLite chooses by it, and runs the last one first.
 */
export async function schemaLines(client: Client): Promise<string[]> {
	const { rows } = await client.execute(
		`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL
			AND name NOT LIKE '\\_\\_drizzle%' ESCAPE '\\' AND NOT (type = 'table' AND EXISTS (
				SELECT 1 FROM sqlite_schema search WHERE search.sql LIKE 'CREATE VIRTUAL%' AND sqlite_schema.name LIKE search.name || '\\__%' ESCAPE '\\'))
			ORDER BY type, tbl_name, rowid`,
	)
	return rows.map(({ type, name, tbl_name, sql }) => {
		const said = meaningOf({
			type: String(type),
			name: String(name),
			table: String(tbl_name),
			sql: String(sql),
		})
		return `${type} ${tbl_name} ${name} ${digestOf(said)}`
	})
}

/** The rows that migrations wrote, by table, and the settings of searches: a digest for each that has some. */
export async function rowLines(client: Client): Promise<string[]> {
	const { rows: tables } = await client.execute(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_\\_drizzle%' ESCAPE '\\'
			AND NOT (sql LIKE 'CREATE VIRTUAL%' OR name LIKE '%\\_search\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_config' ESCAPE '\\')
			ORDER BY name`,
	)
	const names = tables.map(({ name }) => String(name))
	const answers = await client.batch(names.map((name) => `SELECT * FROM "${name}"`))
	return names.flatMap((name, i) => {
		const rows = answers[i]?.rows.map((row) => JSON.stringify({ ...row })).toSorted() ?? []
		return rows.length === 0 ? [] : [`rows ${name} ${rows.length} ${digestOf(rows.join('\n'))}`]
	})
}

/** An object's definition, without its name. */
function meaningOf({ type, name, table, sql }: SchemaObject): string {
	const plain = outsideStrings(sql.replace(/--.*$/gm, ''), (code) =>
		code.toLowerCase().replace(/[`"]/g, '').replaceAll(`${table}.`, ''),
	)
	const text = outsideStrings(plain, (code) => code.replace(/\s+/g, ' ').replace(/ ?([(),]) ?/g, '$1')).trim()
	if (type === 'table' && !text.startsWith('create virtual')) return tableMeaning(text)
	return text.replace(new RegExp(`\\b${name}\\b`), '')
}

function tableMeaning(text: string): string {
	const end = text.lastIndexOf(')')
	const columns = new Map<string, string>()
	const rules: string[] = []
	for (const item of itemsOf(text.slice(text.indexOf('(') + 1, end))) {
		const [, before = item, rule] = /^(.*?) ?(constraint \w+ check\(.*\))$/s.exec(item) ?? []
		if (rule !== undefined) rules.push(rule)
		const [, keyed, target] = /^foreign key\((\w+)\)(.*)$/s.exec(before) ?? []
		if (keyed !== undefined) columns.set(keyed, `${columns.get(keyed)} ${target}`)
		else if (/^(primary key|unique)\(/.test(before)) rules.push(before)
		else if (before !== '') columns.set(before.split(' ', 1)[0] ?? '', before)
	}
	const parts = [...columns.values()].map((column) => {
		const bare = column.replace(/\bon (update|delete) no action\b|\bnot null\b/g, '')
		return `${bare
			.replace(/(\)?) +/g, '$1 ')
			.replaceAll(') ', ')')
			.trim()}${/\bnot null\b/.test(column) ? ' not null' : ''}`
	})
	return [...parts.toSorted(), ...rules.toSorted(), text.slice(end)].join('\n')
}

/** The items of a list, which stand between the commas outside of parentheses. */
function itemsOf(list: string): string[] {
	const items: string[] = []
	let depth = 0
	for (const piece of list.match(/'[^']*'|[(),]|[^'(),]+/g) ?? []) {
		if (piece === ',' && depth === 0) {
			items.push('')
			continue
		}
		if (piece === '(') depth++
		if (piece === ')') depth--
		items.push((items.pop() ?? '') + piece)
	}
	return items
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function outsideStrings(sql: string, change: (code: string) => string): string {
	return sql
		.split(/('[^']*')/)
		.map((piece, i) => (i % 2 === 0 ? change(piece) : piece))
		.join('')
}
