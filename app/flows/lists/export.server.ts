import { accountEventWords } from '#app/domain/identity/account-event-words.ts'
import type { ReadSection } from '#app/flows/account/export-customer-data.server.ts'

/** In the file's order. No section has a secret, or another person's data. */
export const exportSections: Readonly<Record<string, ReadSection>> = {
	// identity
	async profile(_, { user }) {
		const { firstName, lastName, email, phone, isEmailVerified } = await user
		return { firstName, lastName, email, phone, isEmailVerified, role: 'client' }
	},
	async devices({ identity: { sessions } }, { actor }) {
		const devices = await sessions.listSessions(actor)
		return devices.map(({ deviceLabel, createdAt, lastSeenAt }) => ({
			device: deviceLabel,
			signedInAt: new Date(createdAt).toISOString(),
			lastSeenAt: new Date(lastSeenAt).toISOString(),
		}))
	},
	async securityEvents({ identity: { accountEvents } }, { actor }) {
		const events = await accountEvents.exportEvents(actor)
		return events.map(({ kind, deviceLabel, happenedAt, times }) => ({
			what: accountEventWords[kind],
			device: deviceLabel,
			happenedAt: new Date(happenedAt).toISOString(),
			times,
		}))
	},
	pushMessages: ({ messaging: { pushSubscriptions } }, { actor }) => pushSubscriptions.exportBrowsers(actor),
	// discovery
	async favorites({ identity: { favorites } }, { actor }) {
		const liked = await favorites.listFavorites(actor)
		return liked.map(({ name, address, city }) => ({ name, address, city }))
	},
	// booking
	appointments: ({ booking: { ownData } }, { actor }) => ownData.exportAppointments(actor),
	shopNotes: ({ booking: { ownData } }, { actor }) => ownData.exportShopNotes(actor),
	waitingForTimes: ({ booking: { slotWaits } }, { actor }) => slotWaits.exportWaits(actor),
	reviewReports: ({ booking: { reviews } }, { actor }) => reviews.exportReports(actor),
	// discovery
	photoReports: ({ discovery: { photos } }, { actor }) => photos.exportPhotoReports(actor),
	// loyalty
	loyalty: ({ loyalty: { ownLoyalty } }, { actor }) => ownLoyalty.exportLoyalty(actor),
	// subscriptions
	subscriptions: ({ subscriptions: { ownPlanData } }, { actor }) => ownPlanData.exportSubscriptions(actor),
	// payments
	payments: ({ payments: { ownPayments } }, { actor }) => ownPayments.exportPayments(actor),
	// shops
	shopForms: ({ shops: { shopSignups } }, { actor }) => shopSignups.exportSignups(actor),
	// messaging
	async notifications({ messaging: { notifications } }, { actor }) {
		const messages = await notifications.exportNotifications(actor)
		return messages.map(({ toldAt, ...one }) => ({ ...one, toldAt: new Date(toldAt).toISOString() }))
	},
	async messageChoices({ messaging: { optOuts } }, { actor }) {
		return { unwanted: await optOuts.unwantedTopics(actor) }
	},
}
