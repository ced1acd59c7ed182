import * as z from 'zod'
import { idField, lineField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { parseNaira } from '#app/kernel/typed-naira.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import { catalogueLimits as limits } from './catalogue-limits.ts'

const categoryIds = discoverCategories.map(({ id }) => id)

function nameField() {
	const missing = 'Type a name'
	return lineField(missing).pipe(
		z
			.string()
			.min(1, missing)
			.max(limits.nameLetters, `Please write at most ${limits.nameLetters} characters`),
	)
}

function priceField() {
	const missing = 'Type the price in naira, such as 5,000'
	return z
		.string(missing)
		.transform((typed) => parseNaira(typed) ?? Number.NaN)
		.pipe(
			z
				.number(missing)
				.max(limits.priceKobo.max, `The price can be at most ${formatNaira(limits.priceKobo.max)}`),
		)
}

/** A typed whole number within its limits; a missing one is `empty`, or asked for. */
function countField(what: string, { min, max }: { min: number; max: number }, empty?: number) {
	const wrong = `${what} must be a whole number from ${min} to ${max}`
	const typed = z
		.string(wrong)
		.regex(/^\s*\d{1,6}\s*$/, wrong)
		.transform(Number)
		.pipe(z.number().min(min, wrong).max(max, wrong))
	return empty === undefined ? typed : typed.optional().transform((value) => value ?? empty)
}

const isOn = z
	.literal('on', UNREADABLE)
	.optional()
	.transform((sent) => sent === 'on')

/** What each form of a row has besides its fields. */
const ownersForm = {
	/** Made with the page: the change is made once with it. */
	act: idField(),
	/** The row as the form showed it; none for a new one. */
	seen: z.string(UNREADABLE).max(4_000, UNREADABLE).optional(),
	/** Appointments that the change meets stay as they are. */
	keep: z.literal('1', UNREADABLE).optional(),
}

export const ownServiceFormSchema = z.object({
	...ownersForm,
	name: nameField(),
	categoryId: z.enum(categoryIds, 'Choose a category'),
	price: priceField(),
	durationMinutes: countField('Minutes', limits.serviceMinutes),
	bufferMinutes: countField('Minutes afterwards', limits.bufferMinutes, 0),
	description: z
		.string(UNREADABLE)
		.transform((typed) =>
			typed
				.replaceAll('\r\n', '\n')
				.replace(/(?!\n)[\p{Cc}\p{Cs}]/gu, ' ')
				.trim(),
		)
		.pipe(
			z
				.string()
				.max(limits.descriptionLetters, `Please write at most ${limits.descriptionLetters} characters`),
		)
		.default(''),
	position: countField('Place in the list', limits.position, 0),
	isEnabled: isOn,
})

export const ownAddOnFormSchema = z.object({
	...ownersForm,
	name: nameField(),
	price: priceField(),
	durationMinutes: countField('Minutes', limits.addOnMinutes, 0),
	position: countField('Place in the list', limits.position, 0),
	isEnabled: isOn,
})

const seenServiceSchema = z
	.object({
		categoryId: z.string(),
		name: z.string(),
		description: z.string(),
		durationMinutes: z.number(),
		bufferMinutes: z.number(),
		priceKobo: z.number(),
		position: z.number(),
		isEnabled: z.boolean(),
	})
	.strip()
const seenAddOnSchema = seenServiceSchema.pick({
	name: true,
	durationMinutes: true,
	priceKobo: true,
	position: true,
	isEnabled: true,
})

export type SeenService = z.output<typeof seenServiceSchema>
export type SeenAddOn = z.output<typeof seenAddOnSchema>

/** The service as a form showed it; null for what no form of ours sends. */
export function readSeenService(sent: string | undefined): SeenService | null {
	return readSeen(seenServiceSchema, sent)
}

/** As `readSeenService`. */
export function readSeenAddOn(sent: string | undefined): SeenAddOn | null {
	return readSeen(seenAddOnSchema, sent)
}

/** What a form keeps of the row that it shows: its fields without its id. */
export function seenService(row: SeenService): string {
	return JSON.stringify(seenServiceSchema.parse(row))
}

/** As `seenService`. */
export function seenAddOn(row: SeenAddOn): string {
	return JSON.stringify(seenAddOnSchema.parse(row))
}

function readSeen<Value>(schema: z.ZodType<Value>, sent: string | undefined): Value | null {
	try {
		return schema.parse(JSON.parse(sent ?? 'null'))
	} catch {
		return null
	}
}
