import type { Coordinates } from '#app/domain/discovery/distance.ts'
import type { ShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import { hashSecretToken, mailedToken } from '#app/domain/identity/secret-token.server.ts'
import { KIOSK_LINK_MS } from '#app/domain/shops/access-key.ts'
import { deviceWords } from '#app/domain/shops/kiosk-words.ts'
import type { ShopSignup } from '#app/domain/shops/shop-signup-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Statement, type WriteFailure, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { middleOfCity } from './alike-shops.ts'
import { freeSlug } from './imported-shop.ts'

type Deps = Pick<Repositories, 'shops' | 'discovery' | 'messaging' | 'writeBatch'>
type Signup = NonNullable<ShopSignup>

/** 'signup_not_found' also for an unproven e-mail: the operator does not know of it. */
export type DecideRefusal = 'signup_not_found' | 'signup_decided' | 'changed_meanwhile' | WriteFailure

/** The id behind the token of the owner's first link (docs/decisions/010). */
export const ownerLinkId = (signupId: string) => `owner-link:${signupId}`

/**
 * Makes the shop of a form, not listed until it can be booked, and mails its owner the link of the first device: once,
 * within 24 hours. Without `place` no distance is shown (D64). Refuses as `DecideRefusal` says, and 'place_needed' for
 * an unlisted city.
 */
export async function approveSignup(
	deps: Deps & { shopImports: Pick<ShopImportRepository, 'takenSlugs'> },
	input: { signupId: string; place: Coordinates | null; linkKey: string; now: Instant },
): Promise<Outcome<{ shopId: string; name: string }, DecideRefusal | 'place_needed'>> {
	const { signupId, place, linkKey, now } = input
	const signup = await deps.shops.shopSignups.signupOf(signupId)
	if (!signup || signup.provedAt === null) return refused('signup_not_found')
	if (signup.decision !== null) return refused('signup_decided')
	const coordinates = place ?? middleOfCity(signup.city)
	if (!coordinates) return refused('place_needed')

	const shopId = newId()
	const taken = new Set((await deps.shopImports.takenSlugs()).map(({ slug }) => slug ?? ''))
	const { name, type, phone, email, address, area, city, offer } = signup
	const written = await decide(deps, signup, [
		...deps.discovery.beginnings.insertBeginningShop({
			...{ id: shopId, externalId: signupId, slug: freeSlug(name, taken), name, type, description: offer },
			...{ phone, email, address, area, city, ...coordinates, isPlaceKnown: place !== null, now },
		}),
		deps.shops.shopSignups.decide(signupId, { decision: 'approved', shopId, now }),
		...deps.shops.accessKeys.insertLink({
			tokenHash: hashSecretToken(mailedToken(linkKey, ownerLinkId(signupId))),
			...{ shopId, name: deviceWords.owner.alone, role: 'owner', expiresAt: now + KIOSK_LINK_MS, now },
		}),
		deps.shops.shopActs.insertOperatorActs([
			{ id: newId(), shopId, kind: 'shop_begun', subjectId: shopId, summary: name, now },
			{
				...{ id: newId(), shopId, kind: 'key_issued', subjectId: shopId, now },
				summary: `Link for ${deviceWords.owner.inLine}`,
			},
		]),
		deps.messaging.signupMails.insertDecisionMail(signupId, now),
	])
	return written.ok ? accepted({ shopId, name }) : written
}

/** Refuses a form, and mails its sender, with a reason if given. */
export async function refuseSignup(
	deps: Deps,
	{ signupId, reason, now }: { signupId: string; reason: string | null; now: Instant },
): Promise<Outcome<{ name: string }, DecideRefusal>> {
	const signup = await deps.shops.shopSignups.signupOf(signupId)
	if (!signup || signup.provedAt === null) return refused('signup_not_found')
	if (signup.decision !== null) return refused('signup_decided')
	const written = await decide(deps, signup, [
		deps.shops.shopSignups.decide(signupId, { decision: 'refused', reason, now }),
		deps.messaging.signupMails.insertDecisionMail(signupId, now),
	])
	return written.ok ? accepted({ name: signup.name }) : written
}

/** The second of two decisions at once writes nothing. */
function decide(
	{ shops: { shopSignups }, writeBatch }: Deps,
	{ id }: Signup,
	statements: readonly Statement[],
): Promise<Outcome<null, Exclude<DecideRefusal, 'signup_not_found'>>> {
	return writeOrRefuse(null, () => writeBatch([shopSignups.refuseUnlessWaiting(id), ...statements]), {
		signup_decided: 'signup_decided',
		'unique:shops.slug': 'changed_meanwhile',
	})
}
