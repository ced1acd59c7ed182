import * as z from 'zod'
import { type ChangedField, changedWords, type ValuesOf } from '#app/kernel/described-field.ts'
import { formFields, seenFields, valuesOfForm, valuesToType } from '#app/kernel/described-form.server.ts'
import { idField, shortLine, writtenText } from '#app/kernel/form-fields.server.ts'
import { nairaToType, parseNaira } from '#app/kernel/money.ts'
import { ownersForm, readSeen, typedCountField } from '#app/kernel/owner-fields.server.ts'
import { type RewardKind, type RewardUnit, rewardKinds, rewardUnits } from '#app/kernel/vocabulary/loyalty.ts'
import { programLimits as limits, rewardTexts } from './program-fields.ts'
import { rewardKindWords, rewardWords } from './reward-words.ts'

/** The gifts that an owner chooses from; a discount is two of them. */
const discounts = ['percent', 'amount'] as const
const otherKinds = rewardKinds.filter((kind) => kind !== 'discount')
const gifts = [...discounts, ...otherKinds] as const
type Gift = (typeof gifts)[number]

const giftWords: Partial<Record<Gift, string>> = { percent: 'A percentage off', amount: 'An amount off' }
export const giftOptions = gifts.map((id) => ({
	id,
	name: giftWords[id] ?? rewardKindWords[id as RewardKind],
}))

const reward = {
	gift: z.enum(gifts, 'Choose what it gives'),
	worth: shortLine(20).optional(),
	serviceId: idField('Choose the free service').optional(),
	...formFields(rewardTexts),
}

type Reward = z.output<z.ZodObject<typeof reward>>

function wrongReward(typed: Reward): [name: string, message: string] | null {
	const { gift, worth, serviceId } = typed
	if (gift === 'free_service' && !serviceId) return ['serviceId', 'Choose the free service']
	const value = readWorth(typed)
	if (gift === 'percent' && value === null) return ['worth', 'Type a whole percentage from 1 to 100']
	if ((gift === 'amount' || gift === 'cashback') && value === null)
		return ['worth', worth ? 'Type an amount in naira, such as 500' : 'Type how much it gives']
	return null
}

export const rewardFormSchema = z.object({ ...ownersForm, ...reward }).superRefine((typed, { addIssue }) => {
	const wrong = wrongReward(typed)
	if (wrong) addIssue({ code: 'custom', path: [wrong[0]], message: wrong[1] })
})

/** Only a new reward sets its stamp. */
export const newRewardFormSchema = z
	.object({ ...ownersForm, visitsRequired: typedCountField('Stamp', limits.cardVisits), ...reward })
	.superRefine((typed, { addIssue }) => {
		const wrong = wrongReward(typed)
		if (wrong) addIssue({ code: 'custom', path: [wrong[0]], message: wrong[1] })
	})

/** The stored reward, without fields that its kind lacks. */
export function rewardFields(typed: Reward) {
	const { gift, serviceId } = typed
	const isDiscount = gift === 'percent' || gift === 'amount'
	return {
		rewardKind: isDiscount ? ('discount' as const) : gift,
		value: readWorth(typed),
		unit:
			gift === 'percent'
				? ('percent' as const)
				: gift === 'amount' || gift === 'cashback'
					? ('kobo' as const)
					: null,
		serviceId: gift === 'free_service' ? (serviceId ?? null) : null,
		...valuesOfForm(rewardTexts, typed),
	}
}

/** Percent or kobo; null without a number, and for a wrong one. */
function readWorth({ gift, worth = '' }: Reward): number | null {
	if (gift === 'percent')
		return within(Number(/^\s*(\d{1,3})\s*%?\s*$/.exec(worth)?.[1] ?? Number.NaN), limits.percent)
	if (gift === 'amount' || gift === 'cashback')
		return within(parseNaira(worth) ?? Number.NaN, limits.amountKobo)
	return null
}

function within(value: number, { min, max }: { min: number; max: number }): number | null {
	return min <= value && value <= max ? value : null
}

type StoredReward = {
	rewardKind: RewardKind
	value: number | null
	unit: RewardUnit | null
	serviceId: string | null
} & ValuesOf<typeof rewardTexts>

export function rewardToType(row: StoredReward) {
	const { rewardKind, value, unit, serviceId } = row
	const gift: Gift = rewardKind === 'discount' ? (unit === 'percent' ? 'percent' : 'amount') : rewardKind
	return {
		gift,
		worth: value === null ? '' : unit === 'percent' ? String(value) : nairaToType(value),
		serviceId: serviceId ?? '',
		...valuesToType(rewardTexts, row),
	}
}

const seenRewardSchema = z
	.object({
		rewardKind: z.enum(rewardKinds),
		value: z.number().nullable(),
		unit: z.enum(rewardUnits).nullable(),
		serviceId: writtenText.nullable(),
		...seenFields(rewardTexts),
	})
	.strip()

/** The reward as the form showed it; null for unreadable text. */
export function readSeenReward(sent: string | undefined): StoredReward | null {
	return readSeen(seenRewardSchema, sent)
}

/** The reward for its form's hidden field. */
export function seenReward(row: StoredReward): string {
	return JSON.stringify(seenRewardSchema.parse(row))
}

/** What another device changed, in words. */
export function changedReward(
	seen: StoredReward,
	current: StoredReward & { serviceName: string | null },
): ChangedField[] {
	const { rewardKind: kind, value, unit, serviceId, serviceName } = current
	const isSame =
		seen.rewardKind === kind && seen.value === value && seen.unit === unit && seen.serviceId === serviceId
	return [
		...(isSame ? [] : [{ label: 'Reward', now: rewardWords({ kind, value, unit, serviceName }) }]),
		...changedWords(rewardTexts, seen, current),
	]
}
