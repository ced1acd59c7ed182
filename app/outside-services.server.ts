import {
	createPhotoStore,
	createThumbnailDrawer,
	type ImagesBinding,
	type PhotoBucket,
	type PhotoStore,
	type ThumbnailDrawer,
} from '#app/domain/discovery/photo-store.server.ts'
import { chooseMailProvider, type MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import { createPushSender, type PushSender } from '#app/domain/messaging/push-sender.server.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { createPaystackProvider } from '#app/domain/payments/paystack/paystack-provider.server.ts'
import type { DeliverToShopsDeps } from '#app/flows/jobs/deliver-to-shops.server.ts'
import { writeLog } from '#app/http/write-log.ts'
import { createPace, type Pace } from '#app/kernel/pace.server.ts'
import type { Settings } from './env.server.ts'

/** Clients of other companies' servers; null where a setting is missing. */
export type OutsideServices = {
	/** Null without a key, or an address to which payers return. */
	onlinePayments: OnlinePayments | null
	/** Null: messages by mail wait. Links in mails need the app's own address. */
	mailProvider: MailProvider | null
	/** Null: mail goes instead. */
	push: PushSender | null
	/** Null without the binding PHOTOS: photos are off. */
	photoStore: PhotoStore | null
	/** Null without the binding IMAGES: a photo has its phone's thumbnail, or none. */
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

/** One for the isolate: requests and cron share the mail provider's limit per second. */
export function mailPace({ mail }: Settings): Pace {
	// A Worker binding has no rate limit.
	const rate = mail.provider === 'cloudflare' ? Number.POSITIVE_INFINITY : mail.rate
	if (pace?.rate !== rate) {
		const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
		pace = { rate, of: createPace({ perSecond: rate, now: Date.now, wait }) }
	}
	return pace.of
}

let isReported = false

function pushSender({ push, pushProblem, environment }: Settings): PushSender | null {
	if (pushProblem !== null && !isReported) {
		isReported = true
		writeLog('push messages are off: VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT go together')
	}
	return push && createPushSender(push, { isProduction: environment === 'production', now: Date.now })
}

export function readWebhookRules({ appOrigin, environment }: Settings): DeliverToShopsDeps['webhookRules'] {
	return { ownOrigins: appOrigin === null ? [] : [appOrigin], isProduction: environment === 'production' }
}
