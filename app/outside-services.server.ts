import { createPhotoStore, type PhotoBucket, type PhotoStore } from './domain/discovery/photo-store.server.ts'
import {
	createThumbnailDrawer,
	type ImagesBinding,
	type ThumbnailDrawer,
} from '#app/domain/discovery/photo-store.server.ts'
import { chooseMailProvider } from './domain/messaging/choose-mail-provider.server.ts'
import type { MailProvider } from './domain/messaging/mail-provider.server.ts'
import { createPushSender, type PushSender } from './domain/messaging/push-sender.server.ts'
import type { OnlinePayments } from './domain/payments/online-payments.server.ts'
import { createPaystackProvider } from './domain/payments/paystack/paystack-provider.server.ts'
import type { Settings } from './env.server.ts'
import type { DeliverToShopsDeps } from './flows/jobs/deliver-to-shops.server.ts'
import { writeLog } from './http/write-log.ts'
import { createPace, type Pace } from './kernel/pace.server.ts'

/** The clients of other companies' servers; each is null where one of its settings is missing. */
export type OutsideServices = {
	/** Null without a key, or an address to come back to: then paying online is not offered. */
	onlinePayments: OnlinePayments | null
	/** Null: what only mail carries waits. Links in mails need the app's own address. */
	mailProvider: MailProvider | null
	/** Null without its keys: then push is not offered, and mail goes. */
	push: PushSender | null
	/** Null without the binding PHOTOS: then photos are off. */
	photoStore: PhotoStore | null
	/** Null without the binding IMAGES: then a photo has the thumbnail that its phone made, or none. */
	thumbnailDrawer: ThumbnailDrawer | null
}

export function openOutsideServices(env: object, settings: Settings): OutsideServices {
	return {
		onlinePayments: onlinePayments(settings),
		mailProvider: mailProvider(env, settings),
		push: pushSender(settings),
		photoStore: 'PHOTOS' in env && env.PHOTOS ? createPhotoStore(env.PHOTOS as PhotoBucket) : null,
		thumbnailDrawer:
			'IMAGES' in env && env.IMAGES ? createThumbnailDrawer(env.IMAGES as ImagesBinding) : null,
	}
}

function onlinePayments({ payments, payouts, appOrigin, cookieKeys }: Settings): OnlinePayments | null {
	if (!payments || appOrigin === null) return null
	const { secretKeys, baseUrl, checkoutOrigin, mode, channels, minimumKobo } = payments
	const provider = createPaystackProvider({ secretKeys, baseUrl, checkoutOrigin })
	return {
		provider,
		providers: new Map([[provider.name, provider]]),
		payouts,
		mode,
		channels,
		minimumKobo,
		appOrigin,
		linkKeys: cookieKeys,
	}
}

function mailProvider(env: object, { mail, appOrigin }: Settings): MailProvider | null {
	return appOrigin === null ? null : chooseMailProvider(mail, 'EMAIL' in env ? env.EMAIL : null)
}

let pace: { rate: number; of: Pace } | undefined

/** One for the isolate: its requests and its cron share what the mail provider takes a second. */
export function mailPace({ mail }: Settings): Pace {
	// A binding of the Worker is no API that counts requests.
	const rate = mail.provider === 'cloudflare' ? Number.POSITIVE_INFINITY : mail.rate
	if (pace?.rate !== rate) {
		const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
		pace = { rate, of: createPace({ perSecond: rate, now: Date.now, wait }) }
	}
	return pace.of
}

let isSaid = false

function pushSender({ push, pushProblem, environment }: Settings): PushSender | null {
	if (pushProblem !== null && !isSaid) {
		isSaid = true
		writeLog('push messages are off: VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT go together')
	}
	return push && createPushSender(push, { isProduction: environment === 'production', now: Date.now })
}

/** Which addresses of shops' programs are told. */
export function webhookRulesOf({ appOrigin, environment }: Settings): DeliverToShopsDeps['webhookRules'] {
	return { ownOrigins: appOrigin === null ? [] : [appOrigin], isProduction: environment === 'production' }
}
