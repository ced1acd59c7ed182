import { apiKeyOf } from '#app/domain/shops/access-key.ts'
import { deviceWords } from '#app/domain/shops/kiosk-words.ts'
import { endAccessKey, endKioskLink, inviteDevice, issueApiKey } from '#app/flows/shop/change-keys.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { allWell, type OpsCommand, type OpsInput, refusedResult, UsageProblem } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-environment.ts'
import { noSuchShop } from './typed-reference.ts'

const LONGEST_NAME = 40

/** Throws a UsageProblem. */
function parseKeyName(given: OpsInput['options'][string]): string {
	const name = typeof given === 'string' ? given : ''
	if (name !== '' && name.length <= LONGEST_NAME) return name
	throw new UsageProblem(`Give the key a --name of at most ${LONGEST_NAME} characters.`)
}

export const keysList: OpsCommand = {
	name: 'keys list',
	summary: 'lists a shop’s keys for kiosks and programs, including ended ones, and links that wait',
	places: ['shop'],
	about: 'The list holds no secrets. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [name = ''], env, now }) {
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) return noSuchShop
		const [keys, links] = await Promise.all([
			deps.shops.accessKeys.keysOfShop(shop.id),
			deps.shops.accessKeys.waitingLinksOfShop(shop.id, now),
		])
		const at = (instant: number) => momentLabelAt(DEFAULT_ZONE, instant)
		return allWell({ shopId: shop.id, keys, links }, [
			`${shop.name}: ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}.`,
			...keys.map(({ keyId, kind, role, name, scopes, lastSeenAt, endedAt, ending, maker }) =>
				[
					`${endedAt === null ? 'LIVE ' : 'ENDED'} ${keyId}  ${kind === 'kiosk' && role === 'owner' ? 'owner' : kind} "${name}"`,
					endedAt === null
						? lastSeenAt === null
							? 'never used'
							: `last used ${at(lastSeenAt)}`
						: `${at(endedAt)}, ${ending === 'wrong_pins' ? 'five wrong PINs' : 'ended by hand'}`,
					...(maker ? [madeWith(maker.name)] : []),
					...(scopes.length > 0 ? [scopes.join(' ')] : []),
				].join(', '),
			),
			...links.map(({ linkId, name, role, expiresAt, makerName }) =>
				[
					`LINK  ${linkId}  ${role} "${name}"`,
					`works until ${at(expiresAt)}`,
					...(makerName === null ? [] : [madeWith(makerName)]),
				].join(', '),
			),
		])
	},
}

export const keysIssue: OpsCommand = {
	name: 'keys issue',
	summary: 'makes a key for one of the shop’s programs to use /api/v1; it is shown once',
	places: ['shop'],
	options: {
		name: { type: 'string', about: 'the key’s name in lists: the program that gets it' },
		scopes: {
			type: 'string',
			about: `what it may do, separated by commas: ${shopScopes.join(', ')}; or all`,
		},
	},
	about:
		'Give each program its own key, with only the scopes it needs. The shop is told by email. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [shopName = ''], options, env, now }) {
		const name = parseKeyName(options.name)
		const scopes = parseScopes(options.scopes)
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(shopName)
		if (!shop) return noSuchShop
		const issued = await issueApiKey(deps, { shop, name, scopes, now })
		if (!issued.ok) return refusedResult(issued.refusal, NO_ANSWER)
		const { keyId, secret } = issued.value
		const key = apiKeyOf(secret)
		return allWell({ key, keyId, shopId: shop.id, scopes }, [
			key,
			`The key ${keyId} of ${shop.name}. It is shown only once, and cannot be read later.`,
		])
	},
}

export const keysEnd: OpsCommand = {
	name: 'keys end',
	summary: 'ends a shop’s key, for a kiosk or a program, or a link that waits, right away',
	places: ['shop', 'key'],
	options: {
		'with-made': { type: 'boolean', about: 'ends the keys and devices that it made, too' },
	},
	about:
		'Takes the id from `keys list`. Links that a device made end with it. What was done with it stays. The shop is told by email. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [shopName = '', keyId = ''], options, env, now }) {
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(shopName)
		if (!shop) return noSuchShop
		const withMade = options['with-made'] === true
		const ended = await endAccessKey(deps, { shop, keyId, withMade, now })
		if (ended.ok) {
			const { name, made } = ended.value
			return allWell({ keyId, isEnded: true, made }, [
				`"${name}" of ${shop.name} is ended.`,
				...madeLines(made, withMade),
			])
		}
		const { refusal } = ended
		if (refusal === 'key_ended')
			return allWell({ keyId, isEnded: false }, ['This key had already ended. Nothing has changed.'])
		if (refusal !== 'key_not_found') return refusedResult(refusal, NO_ANSWER)
		const link = await endKioskLink(deps, { shop, linkId: keyId, now })
		if (link.ok)
			return allWell({ linkId: keyId, isEnded: true }, [
				`The link for "${link.value.name}" of ${shop.name} is ended.`,
			])
		const line =
			link.refusal === 'kiosk_link_used' ? `${shop.name} has no key or waiting link ${keyId}.` : NO_ANSWER
		return refusedResult(refusal, line)
	},
}

/** Keys that an ended device had made, which stay or ended with it. */
function madeLines(
	made: readonly { keyId: string; kind: string; name: string }[],
	withMade: boolean,
): string[] {
	if (made.length === 0) return []
	return [
		withMade ? 'Ended with it:' : 'It made these, which still work. End them too with --with-made:',
		...made.map(({ keyId, kind, name }) => `  ${keyId}  ${kind} "${name}"`),
	]
}

function madeWith(name: string): string {
	return `made with "${name}"`
}

function parseScopes(given: OpsInput['options'][string]) {
	if (given === 'all') return shopScopes
	const words = typeof given === 'string' ? given.split(',').map((word) => word.trim()) : []
	const scopes = shopScopes.filter((scope) => words.includes(scope))
	if (scopes.length > 0 && scopes.length === new Set(words).size) return scopes
	throw new UsageProblem(`Give --scopes, what the key may do: ${shopScopes.join(', ')}; or all.`)
}

export const shopInvite: OpsCommand = {
	name: 'shop invite',
	summary:
		'makes a link that turns one phone or tablet into a shop’s kiosk, or its owner’s device, once, within 24 hours',
	places: ['shop'],
	options: {
		name: { type: 'string', about: 'the device’s name in lists; default: Kiosk, or Owner' },
		owner: {
			type: 'boolean',
			about: 'for the owner: the device also changes prices, services and devices, and invites kiosks',
		},
	},
	about:
		'Takes the id, external id or short name of the shop. The first device to open the link becomes that device, so send it only to the shop, and an owner’s link only to the owner. The shop is told by email that a link was made. Reads DATABASE_URL, DATABASE_AUTH_TOKEN and APP_ORIGIN.',
	async run({ places: [name = ''], options, env, now }) {
		const origin = env.APP_ORIGIN
		if (!origin || !URL.canParse(origin))
			throw new StartProblem(
				'Set APP_ORIGIN to the app’s address, such as https://wakati.example. The link starts with it.',
			)
		const deps = operatorRepositories(env)
		const role = options.owner ? 'owner' : 'desk'
		const keyName = parseKeyName(options.name ?? (options.owner ? 'Owner' : 'Kiosk'))
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) return noSuchShop
		const invited = await inviteDevice(deps, { shop, name: keyName, role, now })
		if (!invited.ok) return refusedResult(invited.refusal, NO_ANSWER)
		const { token, expiresAt } = invited.value
		const link = `${new URL(origin).origin}/kiosk/open?link=${token}`
		return allWell({ link, shopId: shop.id, role, expiresAt: new Date(expiresAt).toISOString() }, [
			link,
			`Turns one device into ${deviceWords[role].inLine} of ${shop.name}, once, until ${momentLabelAt(DEFAULT_ZONE, expiresAt)} (Lagos).`,
		])
	},
}
