import { newVapidSettings } from '#scripts/local/vapid-settings.ts'
import { allWell, type OpsCommand } from './ops-command.ts'

/** Makes keys for push messages; reads and changes nothing. */
export const pushKeys: OpsCommand = {
	name: 'push-keys',
	summary: 'makes a key pair for push messages',
	places: ['subject'],
	about:
		'<subject> is where push services reach you, such as mailto:help@wakati.example. Prints three settings; nothing is stored. Customers who turned on notifications with an older pair must turn them on again.',
	async run({ places: [subject = ''] }) {
		const settings = newVapidSettings(subject)
		return allWell(
			settings,
			Object.entries(settings).map(([name, value]) => `${name}=${value}`),
		)
	},
}
