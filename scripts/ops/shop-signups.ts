import { areCoordinates, type Coordinates } from '#app/domain/discovery/distance.ts'
import { shopTypeNames, signupLimits } from '#app/domain/shops/shop-signup.ts'
import type { ShopSignup } from '#app/domain/shops/shop-signup-repository.server.ts'
import { findLikeness } from '#app/flows/shop/alike-shops.ts'
import { approveSignup, type DecideRefusal, refuseSignup } from '#app/flows/shop/decide-signup.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import {
	allWell,
	type OpsCommand,
	type OpsInput,
	type OpsResult,
	refusedResult,
	UsageProblem,
} from './ops-command.ts'
import {
	NO_ANSWER,
	type OperatorRepositories,
	operatorRepositories,
	readCookieKeys,
} from './ops-environment.ts'

/** More are shown when these are decided. */
const MAX_LISTED = 50

type Signup = NonNullable<ShopSignup>

export const shopsWaiting: OpsCommand = {
	name: 'shops waiting',
	summary: 'lists the forms of shops that want to begin, the longest waiting first',
	places: [],
	about:
		'Only forms whose email was confirmed are listed. Beside each stand the shops that have its name, phone or address: it may be one of them. Decide with shops approve or shops refuse. Reads DATABASE_URL and DATABASE_AUTH_TOKEN. Exit code 1: forms wait.',
	async run({ env }) {
		const deps = operatorRepositories(env)
		const waiting = await deps.shops.shopSignups.waitingSignups(MAX_LISTED)
		const forms = await withAlike(deps, waiting)
		return {
			isWell: forms.length === 0,
			lines: [
				forms.length === 0 ? 'No shops wait.' : `${forms.length} waiting:`,
				...forms.flatMap(({ form, alike }) => [
					`${form.id}  ${form.name} (${shopTypeNames[form.type]}), ${form.address}, ${form.area}, ${form.city}`,
					`  ${form.phone}, ${form.email}, confirmed ${momentLabelAt(DEFAULT_ZONE, form.provedAt ?? form.createdAt)}`,
					`  Offers: ${form.offer}`,
					...alike.map(
						({ shop, shared }) =>
							`  The same ${shared.join(' and ')}: ${shop.shopId} ${shop.name}, ${shop.address}${shop.phone ? `, ${shop.phone}` : ''}`,
					),
				]),
			],
			data: {
				forms: forms.map(({ form: { tokenHash: _, ...form }, alike }) => ({
					...form,
					alike: alike.map(({ shop: { shopId, name, phone, address }, shared }) => ({
						...{ shopId, name, phone, address, shared },
					})),
				})),
			},
		}
	},
}

export const shopsApprove: OpsCommand = {
	name: 'shops approve',
	summary: 'makes the shop of a waiting form, and mails its owner the link to set it up',
	places: ['id'],
	options: {
		at: {
			type: 'string',
			about:
				'latitude,longitude of the shop, as a map shows them: 6.5095,3.3711. Without it, customers are told no distance',
		},
	},
	about:
		'Takes the id from shops waiting. The shop is listed by itself once customers could book it: a service, a person with working hours who does it, and opening hours. The link opens one device as the owner’s, once, within 24 hours; make another with shop invite <shop> --owner. To change what the form said, import a row with the form’s id as the external id. Safe to run twice. Reads DATABASE_URL, DATABASE_AUTH_TOKEN and COOKIE_KEYS.',
	async run({ places: [signupId = ''], options, env, now }) {
		const [linkKey] = readCookieKeys(env) ?? []
		if (!linkKey)
			throw new StartProblem('Set COOKIE_KEYS to the keys of the app: they make the link in the mail.')
		const place = parsePlace(options.at)
		const deps = operatorRepositories(env)
		const approved = await approveSignup(deps, { signupId, place, linkKey, now })
		if (approved.ok) {
			const { shopId, name } = approved.value
			return allWell({ signupId, shopId, isApproved: true }, [
				`${name} is shop ${shopId}. Its owner gets the link by email.`,
				...(place ? [] : ['Customers are told no distance to it: its place is not known.']),
			])
		}
		if (approved.refusal === 'place_needed')
			return refusedResult(
				'place_needed',
				'This city is not known. Give the place of the shop: --at latitude,longitude.',
			)
		return undecided(deps, signupId, { refusal: approved.refusal, wanted: 'approved' })
	},
}

export const shopsRefuse: OpsCommand = {
	name: 'shops refuse',
	summary: 'refuses a waiting form, and mails its sender that',
	places: ['id'],
	options: { reason: { type: 'string', about: 'why, in words for the sender' } },
	about:
		'Takes the id from shops waiting. The sender is told by email, with the reason where you give one. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [signupId = ''], options, env, now }) {
		const reason = typeof options.reason === 'string' ? options.reason || null : null
		if (reason !== null && reason.length > signupLimits.reasonLetters)
			throw new UsageProblem(`Give a --reason of at most ${signupLimits.reasonLetters} characters.`)
		const deps = operatorRepositories(env)
		const refused = await refuseSignup(deps, { signupId, reason, now })
		if (!refused.ok) return undecided(deps, signupId, { refusal: refused.refusal, wanted: 'refused' })
		return allWell({ signupId, isRefused: true }, [
			`${refused.value.name} is refused. Its sender is told by email.`,
		])
	},
}

/** Each waiting form with shops like it. */
async function withAlike(deps: OperatorRepositories, waiting: readonly Signup[]) {
	if (waiting.length === 0) return []
	const stored = await deps.shopImports.shopsToCompare()
	return waiting.map((form) => ({
		form,
		alike: stored.flatMap((shop) => {
			const shared = findLikeness(form, shop)
			return shared.length > 0 ? [{ shop, shared }] : []
		}),
	}))
}

function parsePlace(given: OpsInput['options'][string]): Coordinates | null {
	if (given === undefined) return null
	const [, latitude, longitude] =
		/^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(String(given)) ?? []
	const place = { latitude: Number(latitude), longitude: Number(longitude) }
	if (latitude !== undefined && areCoordinates(place)) return place
	throw new UsageProblem('Give --at as latitude,longitude, such as 6.5095,3.3711.')
}

/** Why the form cannot be decided; an equal earlier decision is no obstacle. */
async function undecided(
	deps: OperatorRepositories,
	signupId: string,
	{ refusal, wanted }: { refusal: DecideRefusal; wanted: 'approved' | 'refused' },
): Promise<OpsResult> {
	switch (refusal) {
		case 'signup_not_found':
			return refusedResult(refusal, 'No form with this id waits. See npm run ops -- shops waiting.')
		case 'signup_decided': {
			const signup = await deps.shops.shopSignups.signupOf(signupId)
			const shopId = signup?.shopId ?? null
			const of = shopId ? `, and is shop ${shopId}` : ''
			return {
				isWell: signup?.decision === wanted,
				lines: [`${signup?.name ?? 'This form'} was already ${signup?.decision}${of}. Nothing has changed.`],
				data: { signupId, shopId, decision: signup?.decision ?? null },
			}
		}
		default:
			return refusedResult(refusal, NO_ANSWER)
	}
}
