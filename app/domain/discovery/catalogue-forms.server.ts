import * as z from 'zod'
import { neededLine, writtenText } from '#app/kernel/form-fields.server.ts'
import {
	isOnField,
	optionalCountField,
	ownersForm,
	readSeen,
	typedCountField,
	typedNairaField,
	typedTextField,
} from '#app/kernel/owner-fields.server.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import { catalogueLimits as limits } from './catalogue-limits.ts'

const categoryIds = discoverCategories.map(({ id }) => id)
const nameField = neededLine('Type a name', limits.nameLetters)
const priceField = typedNairaField('Type the price in naira, such as 5,000', 'The price')

export const ownServiceFormSchema = z.object({
	...ownersForm,
	name: nameField,
	categoryId: z.enum(categoryIds, 'Choose a category'),
	price: priceField,
	durationMinutes: typedCountField('Minutes', limits.serviceMinutes),
	bufferMinutes: optionalCountField('Minutes afterwards', limits.bufferMinutes, 0),
	description: typedTextField(limits.descriptionLetters),
	position: optionalCountField('Place in the list', limits.position, 0),
	isEnabled: isOnField,
})

export const ownAddOnFormSchema = z.object({
	...ownersForm,
	name: nameField,
	price: priceField,
	durationMinutes: optionalCountField('Minutes', limits.addOnMinutes, 0),
	position: optionalCountField('Place in the list', limits.position, 0),
	isEnabled: isOnField,
})

const seenServiceSchema = z
	.object({
		categoryId: writtenText,
		name: writtenText,
		description: writtenText,
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
