import { deviceWords } from '#app/domain/shops/kiosk-words.ts'
import { inviteDevice } from '#app/flows/shop/change-keys.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { type OpsCommand, refusedResult, success } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-environment.ts'
import { keyNameOf } from './shop-keys.ts'
import { noSuchShop } from './typed-reference.ts'

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
		const keyName = keyNameOf(options.name ?? (options.owner ? 'Owner' : 'Kiosk'))
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) return noSuchShop
		const invited = await inviteDevice(deps, { shop, name: keyName, role, now })
		if (!invited.ok) return refusedResult(invited.refusal, NO_ANSWER)
		const { token, expiresAt } = invited.value
		const link = `${new URL(origin).origin}/kiosk/open?link=${token}`
		return success({ link, shopId: shop.id, role, expiresAt: new Date(expiresAt).toISOString() }, [
			link,
			`Turns one device into ${deviceWords[role].inLine} of ${shop.name}, once, until ${momentLabelAt(DEFAULT_ZONE, expiresAt)} (Lagos).`,
		])
	},
}
