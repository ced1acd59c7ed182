import type {
	ImportedBankAccount,
	ImportedShop,
	ImportRemark,
	WeekDay,
} from '#app/flows/shop/imported-shop.ts'
import { weekDay } from '#app/flows/shop/stored-shop.server.ts'
import { cleanLine, shortenText } from '#app/kernel/clean-text.ts'
import * as cell from './cells.ts'
import {
	addOnColumns,
	bankColumns,
	category,
	columnsByKind,
	dayColumns,
	rowKinds,
	serviceColumns,
	shopColumns,
	staffColumns,
} from './import-columns.ts'
import type { FileRow } from './import-file.ts'

type Remark = (column: string | null, words: string) => void
type Columns = Readonly<Record<string, { key: string; read: cell.ReadCell<unknown>; empty: unknown }>>

/** Wrong values are left out of the shops. */
export function readShops(rows: readonly FileRow[]): { shops: ImportedShop[]; problems: ImportRemark[] } {
	const problems: ImportRemark[] = []
	const shops = new Map<string, ImportedShop>()
	const seenPlaces = new Map<string, string>()
	for (const row of rows) {
		const remark: Remark = (column, words) => problems.push({ place: row.place, column, words })
		const kind = rowKinds.find((one) => one === row.kind)
		if (!kind) {
			remark('kind', `"${row.kind.slice(0, 20)}" is not one of ${rowKinds.join(', ')}`)
			continue
		}
		const foreign = Object.entries(row.cells).filter(
			([name, value]) => value !== '' && name !== 'kind' && !columnsByKind[kind].includes(name),
		)
		for (const [name] of foreign) remark(name, `must be empty in a row of kind ${kind}`)
		const shopId = read(row, 'shop_id', cell.externalId, remark)
		const id = kind === 'shop' ? shopId : read(row, 'id', cell.externalId, remark)
		if (shopId === undefined || id === undefined) continue
		const name = kind === 'shop' ? `shop ${shopId}` : `${kind} ${id} of shop ${shopId}`
		const other = seenPlaces.get(name)
		if (other) {
			remark(kind === 'shop' ? 'shop_id' : 'id', `${name} is in ${other} too`)
			continue
		}
		seenPlaces.set(name, row.place)
		const shop = shops.get(shopId) ?? emptyShop(shopId, row.place)
		shops.set(shopId, shop)
		const part = { place: row.place, externalId: id }
		if (kind === 'shop') shop.shop = { ...part, ...readShop(row, remark) }
		else if (kind === 'service')
			shop.services.push({ ...part, values: readColumns(row, serviceColumns, remark) })
		else if (kind === 'add_on') shop.addOns.push({ ...part, values: readColumns(row, addOnColumns, remark) })
		else shop.staff.push({ ...part, ...readMember(row, remark) })
	}
	return { shops: [...shops.values()], problems }
}

function emptyShop(externalId: string, place: string): ImportedShop {
	return { externalId, place, shop: null, services: [], addOns: [], staff: [] }
}

function readShop(row: FileRow, remark: Remark) {
	const values = {
		...readColumns(row, shopColumns, remark),
		...(row.cells.deposit === undefined
			? {}
			: (optional(row, 'deposit', cell.deposit, remark) ?? cell.deposit('none'))),
	}
	const categoryIds =
		row.cells.categories === undefined ? undefined : read(row, 'categories', cell.listOf(category), remark)
	const bankAccount = readBankAccount(row, remark)
	return {
		values,
		...(categoryIds ? { categoryIds } : {}),
		...(hasDays(row) ? { week: readWeek(row, false, remark) } : {}),
		...(bankAccount ? { bankAccount } : {}),
	}
}

/** All three or none: an empty account keeps the shop's own. */
function readBankAccount(row: FileRow, remark: Remark): ImportedBankAccount | undefined {
	if (bankColumns.every((name) => (row.cells[name] ?? '') === '')) return undefined
	const bankName = read(row, 'bank_name', cell.line(60), remark)
	const accountNumber = read(row, 'account_number', cell.accountNumber, remark)
	const accountName = read(row, 'account_name', cell.line(80), remark)
	if (bankName === undefined || accountNumber === undefined || accountName === undefined) return undefined
	return { bankName, accountNumber, accountName }
}

function readMember(row: FileRow, remark: Remark) {
	const services = row.cells.services
	const serviceIds =
		services === undefined
			? undefined
			: services === '' || services.toLowerCase() === 'all'
				? ('all' as const)
				: read(row, 'services', cell.listOf(cell.externalId), remark)
	const isAtShopHours = dayColumns.every((day) => (row.cells[day] ?? '') === '')
	return {
		values: readColumns(row, staffColumns, remark),
		...(serviceIds === undefined ? {} : { serviceIds }),
		...(hasDays(row) ? { week: isAtShopHours ? ('shop' as const) : readWeek(row, true, remark) } : {}),
	}
}

function hasDays({ cells }: FileRow): boolean {
	return dayColumns.some((day) => cells[day] !== undefined)
}

function readWeek(row: FileRow, hasBreak: boolean, remark: Remark): WeekDay[] {
	return dayColumns.flatMap((day, i) => {
		const times = optional(row, day, cell.dayTimes({ hasBreak }), remark)
		return times ? [weekDay({ dayOfWeek: i + 1, ...times })] : []
	})
}

/** The values of the columns that the file has. */
function readColumns<Values>(row: FileRow, columns: Columns, remark: Remark): Partial<Values> {
	const values: Record<string, unknown> = {}
	for (const [name, { key, read: readCell, empty }] of Object.entries(columns)) {
		const text = row.cells[name]
		if (text === undefined) continue
		const value =
			empty === 'needed'
				? read(row, name, readCell, remark)
				: (optional(row, name, readCell, remark) ?? empty)
		if (value !== undefined) values[key] = value
	}
	return values as Partial<Values>
}

/** Required. */
function read<Value>(
	row: FileRow,
	name: string,
	readCell: cell.ReadCell<Value>,
	remark: Remark,
): Value | undefined {
	if ((row.cells[name] ?? '') === '') {
		remark(name, 'is empty')
		return undefined
	}
	return optional(row, name, readCell, remark)
}

/** May be empty. */
function optional<Value>(
	row: FileRow,
	name: string,
	readCell: cell.ReadCell<Value>,
	remark: Remark,
): Value | undefined {
	const text = row.cells[name] ?? ''
	if (text === '') return undefined
	try {
		return readCell(text)
	} catch (error) {
		if (!(error instanceof cell.CellProblem)) throw error
		remark(name, `"${shown(text)}" ${error.message}`)
		return undefined
	}
}

/** Safe for a terminal. */
function shown(text: string): string {
	const line = cleanLine(text)
	return line.length > 40 ? `${shortenText(line, 40)}…` : line
}
