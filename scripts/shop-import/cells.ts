import { depositLimits } from '#app/domain/discovery/shop-details.ts'
import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { cleanLine } from '#app/kernel/clean-text.ts'
import { isFormula } from '#app/kernel/csv.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { formatNaira, KOBO_PER_NAIRA, parseNaira } from '#app/kernel/money.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { offsetMinutesAt } from '#app/kernel/zone.server.ts'

/** A wrong cell: the message says what its column allows. */
export class CellProblem extends Error {
	override name = 'CellProblem'
}

/** Reads a cell's clean text, which is not empty. Throws a CellProblem. */
export type ReadCell<Value> = (text: string) => Value

/** Refuses what a spreadsheet would run as a formula: files go through many hands. */
export function words(longest: number): ReadCell<string> {
	return (text) => {
		if (isFormula(text))
			throw new CellProblem(`begins with ${text[0]}, which a spreadsheet runs as a formula`)
		if (text.includes('\ufffd')) throw new CellProblem('has characters lost in another encoding')
		if ([...text].length > longest) throw new CellProblem(`is longer than ${longest} characters`)
		return text
	}
}

/** In one line. */
export function line(longest: number): ReadCell<string> {
	return (text) => words(longest)(cleanLine(text))
}

/** A row's id in the file. */
export const externalId: ReadCell<string> = (text) => {
	if (/^[A-Za-z0-9][\w.:/-]{0,63}$/.test(text)) return text
	throw new CellProblem('is not a valid id: use at most 64 letters, digits or . _ - : / without spaces')
}

export const slug: ReadCell<string> = (text) => {
	if (text.length <= 60 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)) return text
	throw new CellProblem(
		'is not a valid short name: use small letters, digits and single hyphens, such as ada-beauty',
	)
}

export function oneOfWords<const Word extends string>(list: readonly Word[]): ReadCell<Word> {
	return (text) => {
		const word = list.find((one) => one === text.toLowerCase())
		if (word) return word
		throw new CellProblem(`is not one of ${list.join(', ')}`)
	}
}

/** 'a; b; c', each read by itself. */
export function listOf<Value>(read: ReadCell<Value>): ReadCell<Value[]> {
	return (text) => [
		...new Set(
			text
				.split(/[;|]/)
				.map((part) => part.trim())
				.filter((part) => part !== '')
				.map(read),
		),
	]
}

export const yesOrNo: ReadCell<boolean> = (text) => {
	if (/^(yes|y|true|1)$/i.test(text)) return true
	if (/^(no|n|false|0)$/i.test(text)) return false
	throw new CellProblem('is not yes or no')
}

export function wholeNumber(least: number, most: number): ReadCell<number> {
	return (text) => {
		const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
		if (number >= least && number <= most) return number
		throw new CellProblem(`is not a whole number from ${least} to ${most}`)
	}
}

const MAX_NAIRA = 10_000_000

/** '5000', '₦5,000' or '5000.50', in kobo. */
export const naira: ReadCell<number> = (text) => {
	const amountKobo = parseNaira(text)
	if (amountKobo !== null && amountKobo <= MAX_NAIRA * KOBO_PER_NAIRA) return amountKobo
	throw new CellProblem(
		`is not an amount in naira up to ${MAX_NAIRA.toLocaleString('en')}, such as 5000 or 5000.50`,
	)
}

/** '40' or '40%', as 0.4. */
export const percent: ReadCell<number> = (text) => wholeNumber(0, 100)(text.replace(/\s*%$/, '')) / 100

export function degrees(most: number): ReadCell<number> {
	return (text) => {
		const number = /^-?\d{1,3}(\.\d{1,30})?$/.test(text) ? Number(text) : Number.NaN
		if (Math.abs(number) <= most) return number
		throw new CellProblem(`is not a number of degrees from -${most} to ${most}, such as 6.4478`)
	}
}

export const phone: ReadCell<string> = (text) => {
	if (/\d[.,]?\d*E\+?\d/i.test(text))
		throw new CellProblem('was shortened by the spreadsheet: format the column as text, and type it again')
	const parsed = parsePhone(text)
	if (parsed !== null) return parsed
	throw new CellProblem('is not a phone number, such as 0803 123 4567 or +44 20 7946 0000')
}

export const email: ReadCell<string> = (text) => {
	words(254)(text)
	const parsed = parseEmail(text)
	if (parsed !== null) return parsed
	throw new CellProblem('is not an email address')
}

export const accountNumber: ReadCell<string> = (text) => {
	if (/^\d{10}$/.test(text)) return text
	throw new CellProblem(
		'is not the ten digits of a Nigerian account: format the column as text to keep a leading 0',
	)
}

export const timeZone: ReadCell<string> = (text) => {
	if (/^[A-Za-z_]+\/[A-Za-z_/-]+$/.test(text) && Number.isFinite(offsetMinutesAt(text, 0))) return text
	throw new CellProblem('is not a time zone, such as Africa/Lagos')
}

/** 'none', '30%' or '5000'. */
export const deposit: ReadCell<{ depositKind: 'none' | 'percent' | 'amount'; depositValue: number }> = (
	text,
) => {
	if (/^(none|0)$/i.test(text)) return { depositKind: 'none', depositValue: 0 }
	const { percent: inPercent, kobo } = depositLimits
	if (text.endsWith('%')) {
		const read = wholeNumber(inPercent.min, inPercent.max)
		return { depositKind: 'percent', depositValue: read(text.slice(0, -1).trim()) }
	}
	const depositValue = naira(text)
	if (depositValue < kobo.min)
		throw new CellProblem(`is less than ${formatNaira(kobo.min)}, the lowest deposit`)
	return { depositKind: 'amount', depositValue }
}

type DayTimes = {
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

/** '09:00-18:00', with a break '09:00-13:00, 14:00-18:00', or 'closed'. */
export function dayTimes({ hasBreak }: { hasBreak: boolean }): ReadCell<DayTimes | null> {
	return (text) => {
		if (/^(closed|off|none|-)$/i.test(text)) return null
		const ranges = text.split(',').map(readRange)
		const [first, second] = ranges
		if (!first || ranges.length > (hasBreak ? 2 : 1) || (second && second.startMinute < first.endMinute))
			throw notTimes(hasBreak)
		return {
			startMinute: first.startMinute,
			endMinute: second?.endMinute ?? first.endMinute,
			breakStartMinute: second ? first.endMinute : null,
			breakEndMinute: second?.startMinute ?? null,
		}
	}

	function readRange(text: string) {
		const [from, to, ...more] = text.split(/[-–—]/).map((time) => readMinute(time.trim()))
		if (from == null || to == null || more.length > 0) throw notTimes(hasBreak)
		if (from >= to) throw new CellProblem('ends before it starts: hours must end by 24:00 on the same day')
		return { startMinute: from, endMinute: to }
	}
}

function notTimes(hasBreak: boolean): CellProblem {
	const example = hasBreak ? '09:00-18:00, 09:00-13:00, 14:00-18:00 with a break,' : '09:00-18:00'
	return new CellProblem(`is not times such as ${example} or closed`)
}

function readMinute(text: string): number | null {
	const [, hours, minutes = '0'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? []
	if (hours === undefined || Number(minutes) > 59) return null
	const minute = Number(hours) * 60 + Number(minutes)
	return minute <= MINUTES_PER_DAY ? minute : null
}
