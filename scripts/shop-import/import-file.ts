import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { extname } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { cleanLine, cleanText } from '#app/kernel/clean-text.ts'
import { allColumns, columnsByKind, type RowKind, rowKinds } from './import-columns.ts'

/** A row with unread cells; an empty cell is ''. */
export type FileRow = { place: string; kind: string; cells: Readonly<Record<string, string>> }

/** An unreadable file: the message says why and what to do. */
export class FileProblem extends Error {
	override name = 'FileProblem'
}

/** Twice the size of ten thousand shops with a dozen rows each. */
const MAX_FILE_BYTES = 32 * 1024 * 1024
const MAX_ROW_LETTERS = 50_000

/** Throws a FileProblem for a file of another kind, size or encoding. */
export function readImportFile(path: string): FileRow[] {
	const text = decodeText(readBytes(path))
	return extname(path).toLowerCase() === '.json' ? jsonRows(text) : csvRows(text)
}

/** Refuses a file that is too large before reading it. */
function readBytes(path: string): Buffer {
	let file: number
	try {
		file = openSync(path, 'r')
	} catch {
		throw new FileProblem(`${path} cannot be read.`)
	}
	try {
		const stat = fstatSync(file)
		const { size } = stat
		if (!stat.isFile()) throw new FileProblem(`${path} is not a file.`)
		if (size > MAX_FILE_BYTES)
			throw new FileProblem(
				`${path} has ${(size / 1024 ** 2).toFixed(0)} MB; ${MAX_FILE_BYTES / 1024 ** 2} MB are read at most. Split it by shops.`,
			)
		const bytes = Buffer.alloc(size)
		for (let at = 0; at < size; ) {
			const read = readSync(file, bytes, at, size - at, at)
			if (read === 0) break
			at += read
		}
		return bytes
	} finally {
		closeSync(file)
	}
}

function decodeText(bytes: Buffer): string {
	const [first, second] = bytes
	if (first === 0x50 && second === 0x4b)
		throw new FileProblem('This is a spreadsheet file: save it as "CSV UTF-8" first.')
	const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
	if (isUtf16 || bytes.subarray(0, 1_000).includes(0))
		throw new FileProblem('This file is in UTF-16, or is not text: save it as "CSV UTF-8".')
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw new FileProblem(
			`This file is not in UTF-8${lineOfBadByte(bytes)}: it was probably saved for Windows. Save it as "CSV UTF-8".`,
		)
	}
}

function lineOfBadByte(bytes: Buffer): string {
	let line = 1
	for (let from = 0; from < bytes.length; line++) {
		const end = bytes.indexOf(10, from)
		const row = bytes.subarray(from, end < 0 ? bytes.length : end)
		if (!Buffer.from(row.toString('utf8')).equals(row)) return ` (line ${line})`
		from = end < 0 ? bytes.length : end + 1
	}
	return ''
}

/** A spreadsheet's line that names its delimiter. */
const DELIMITER_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n)/i

function csvRows(file: string): FileRow[] {
	const [line = '', named] = DELIMITER_LINE.exec(file) ?? []
	const text = file.slice(line.length)
	const firstRow = line === '' ? 1 : 2
	const header = text.slice(0, text.search(/[\r\n]|$/))
	const delimiter =
		named ??
		[',', ';', '\t'].reduce((best, one) =>
			header.split(one).length > header.split(best).length ? one : best,
		)
	let records: string[][]
	try {
		records = parse(text, {
			delimiter,
			record_delimiter: ['\r\n', '\n', '\r'],
			relax_column_count: true,
			trim: true,
			max_record_size: MAX_ROW_LETTERS,
		})
	} catch (error) {
		if (!(error instanceof CsvError)) throw error
		throw new FileProblem(`This is not a readable CSV file: ${error.message}.`)
	}
	const [names = [], ...rows] = records
	const columns = names.map((name) => cleanLine(name).toLowerCase())
	if (!columns.includes('kind') || !columns.includes('shop_id'))
		throw new FileProblem('The first row must name the columns, including kind and shop_id.')
	requireKnown(columns.filter((name) => name !== ''))
	const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
	if (twice) throw new FileProblem(`The column ${twice} is in the file twice.`)
	return rows.flatMap((row, i) => {
		if (row.every((value) => value === '')) return []
		const place = `row ${i + 1 + firstRow}`
		if (row.slice(columns.length).some((value) => value !== ''))
			throw new FileProblem(
				`${place} has more cells than the first row has columns: is there a comma outside quotes?`,
			)
		const cells = Object.fromEntries(
			columns.flatMap((name, at) => (name === '' ? [] : [[name, cleanText(row[at] ?? '')]])),
		)
		return [{ place, kind: (cells.kind ?? '').toLowerCase(), cells }]
	})
}

const listsOfShop: Readonly<Record<string, RowKind>> = {
	services: 'service',
	add_ons: 'add_on',
	staff: 'staff',
}

/** `{ "shops": [{ "id", …, "services": [{ "id", … }], "add_ons": […], "staff": […] }] }`, with the columns as names. */
function jsonRows(text: string): FileRow[] {
	let file: unknown
	try {
		file = JSON.parse(text.replace(/^\uFEFF/, ''))
	} catch (error) {
		throw new FileProblem(`This is not valid JSON: ${error instanceof Error ? error.message : error}.`)
	}
	const shops = isObject(file) ? file.shops : null
	if (!Array.isArray(shops)) throw new FileProblem('The file has to be { "shops": [ … ] }.')
	return shops.flatMap((shop: unknown, i) => {
		const place = `shops[${i}]`
		if (!isObject(shop)) throw new FileProblem(`${place} is not an object.`)
		const { id, ...own } = shop
		const shopId = textOfValue(place, 'id', id)
		const parts = Object.entries(listsOfShop).flatMap(([list, kind]) => {
			const rows = own[list] ?? []
			delete own[list]
			if (!Array.isArray(rows)) throw new FileProblem(`${place}.${list} is not a list.`)
			return rows.map((row: unknown, at) => readRow(`${place}.${list}[${at}]`, kind, shopId, row))
		})
		const hasOwnRow = Object.keys(own).length > 0
		return [...(hasOwnRow ? [readRow(place, 'shop', shopId, own)] : []), ...parts]
	})
}

function readRow(place: string, kind: RowKind, shopId: string, row: unknown): FileRow {
	if (!isObject(row)) throw new FileProblem(`${place} is not an object.`)
	// Nesting gives the shop: no name of JSON is `shop_id`.
	const names = columnsByKind[kind].filter((name) => name !== 'shop_id')
	const unknown = Object.keys(row).find((name) => !names.includes(name))
	if (unknown !== undefined) {
		const known = kind === 'shop' ? ['id', ...names, ...Object.keys(listsOfShop)] : names
		throw new FileProblem(
			`${place} has "${unknown}", an unknown field. The fields of ${kind} are ${known.join(', ')}.`,
		)
	}
	const cells = Object.entries(row).map(([name, value]) => [name, textOfValue(place, name, value)])
	return { place, kind, cells: { ...Object.fromEntries(cells), shop_id: shopId } }
}

function textOfValue(place: string, name: string, value: unknown): string {
	if (value === null || value === undefined) return ''
	if (Array.isArray(value) && !value.some(Array.isArray))
		return value.map((one) => textOfValue(place, name, one)).join(';')
	if (typeof value === 'object') throw new FileProblem(`${place}.${name} is not text or a number.`)
	return cleanText(String(value))
}

function requireKnown(columns: readonly string[]): void {
	const unknown = columns.find((name) => !allColumns.includes(name))
	if (unknown !== undefined)
		throw new FileProblem(
			`There is no column "${unknown.slice(0, 40)}". The columns are ${allColumns.join(', ')}; a row is a ${rowKinds.join(', ')}.`,
		)
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
