import {
	type PromoChanges,
	type PromoFields,
	promoConstraints,
} from '#app/domain/booking/checkout/promo-repository.server.ts'
import {
	type MilestoneChanges,
	type MilestoneFields,
	type ProgramChanges,
	type ProgramFields,
	type PunchCardFields,
	programConstraints,
	rewardConstraints,
} from '#app/domain/loyalty/shop-program-repository.server.ts'
import { refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Changed, type ShopChangeInput, writeChange } from './write-change.server.ts'

type Deps = Pick<Repositories, 'booking' | 'loyalty' | 'discovery' | 'availability' | 'writeBatch'>
type Of<Fields> = ShopChangeInput & { id: string; fields: Fields }
/** `seen`: the fields as a form showed them; without it nothing is compared. */
type Altered<Fields> = Of<Fields> & { seen?: Fields }
type OfMilestone<Fields> = Of<Fields> & { programId: string }

/** A new promo code, under the caller's id. Refuses 'promo_code_taken' and 'discount_not_valid'. */
export async function createPromo(deps: Deps, { id, fields, ...input }: Of<PromoFields>): Changed {
	return writeChange(deps, input, [deps.booking.promos.insert({ ...fields, id, shopId: input.shopId })], {
		constraints: promoConstraints,
	})
}

/**
 * Changes a promo code's limits and expiry, or switches it; bookings keep their discount. Refuses fewer uses than there
 * were ('promo_code_used'), and 'changed_meanwhile'.
 */
export async function changePromo(
	deps: Deps,
	{ id, fields, seen, ...input }: Altered<PromoChanges>,
): Changed {
	const { promos } = deps.booking
	const { shopId } = input
	if (!(await promos.one(shopId, id))) return refused('not_found')
	return writeChange(
		deps,
		input,
		[
			...(seen ? [promos.refuseUnlessSeen({ shopId, id }, seen, fields)] : []),
			promos.update(shopId, id, fields),
		],
		{ constraints: promoConstraints },
	)
}

/** A new program; a punch card has its card. Refuses a second active cashback program (D39), and unfit numbers. */
export async function createProgram(
	deps: Deps,
	{ id, fields, card, ...input }: Of<ProgramFields> & { card: PunchCardFields | null },
): Changed {
	if ((fields.kind === 'punch_card') !== (card !== null)) return refused('wrong_kind')
	return writeChange(
		deps,
		input,
		deps.loyalty.shopPrograms.insert({ ...fields, id, shopId: input.shopId, createdAt: input.now }, card),
		{ constraints: programConstraints },
	)
}

/**
 * Changes a program from now on; an ended one gives nothing new, and clients keep what they have (D39). Refuses
 * 'changed_meanwhile'.
 */
export async function changeProgram(
	deps: Deps,
	{ id, fields, seen, ...input }: Altered<ProgramChanges>,
): Changed {
	const { shopPrograms } = deps.loyalty
	const { shopId } = input
	if (!(await shopPrograms.one(shopId, id))) return refused('not_found')
	return writeChange(
		deps,
		input,
		[
			...(seen ? [shopPrograms.refuseUnlessSeen({ shopId, id }, seen, fields)] : []),
			shopPrograms.update(shopId, id, fields),
		],
		{ constraints: programConstraints },
	)
}

/** A stamp that gives a reward. Refuses 'stamp_beyond_card', a stamp with a reward, and an invalid reward. */
export async function createMilestone(
	deps: Deps,
	{ id, programId, fields, ...input }: OfMilestone<MilestoneFields>,
): Changed {
	const [program, isService] = await Promise.all([
		deps.loyalty.shopPrograms.one(input.shopId, programId),
		isOwnService(deps, input.shopId, fields.serviceId),
	])
	if (!program) return refused('not_found')
	if (program.visitsRequired === null) return refused('wrong_kind')
	if (fields.visitsRequired > program.visitsRequired) return refused('stamp_beyond_card')
	if (!isService) return refused('service_not_found')
	return writeChange(deps, input, [deps.loyalty.shopPrograms.insertMilestone({ ...fields, id, programId })], {
		constraints: rewardConstraints,
	})
}

/** What the stamp gives from now on; earned rewards stay. Refuses 'changed_meanwhile'. */
export async function changeMilestone(
	deps: Deps,
	{ id, programId, fields, seen, ...input }: OfMilestone<MilestoneChanges> & { seen?: MilestoneChanges },
): Changed {
	const [milestones, isService] = await Promise.all([
		deps.loyalty.shopPrograms.milestones(input.shopId, programId),
		isOwnService(deps, input.shopId, fields.serviceId),
	])
	if (!milestones.some((milestone) => milestone.id === id)) return refused('not_found')
	if (!isService) return refused('service_not_found')
	const { shopPrograms } = deps.loyalty
	return writeChange(
		deps,
		input,
		[
			...(seen ? [shopPrograms.refuseUnlessMilestoneSeen({ programId, id }, seen, fields)] : []),
			shopPrograms.updateMilestone(programId, id, fields),
		],
		{ constraints: rewardConstraints },
	)
}

async function isOwnService(
	{ discovery: { catalogue } }: Deps,
	shopId: string,
	serviceId: string | null | undefined,
) {
	return !serviceId || (await catalogue.services.one(shopId, serviceId)) !== null
}
