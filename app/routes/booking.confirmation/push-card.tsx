import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { registerServiceWorker } from '#app/ui/offline/register-service-worker.ts'

type Answer = 'asked' | 'on' | 'not_allowed' | 'failed'

const answers: Record<Exclude<Answer, 'asked'>, string> = {
	on: 'Reminders are on for this phone.',
	not_allowed: 'Notifications are blocked for this site. You can allow them in your browser’s settings.',
	failed: 'That didn’t work. Please try again later.',
}

/** Offers a reminder on this phone, after a booking only, where the browser supports it. */
export function PushCard({ publicKey }: { publicKey: string }) {
	const [canAsk, setCanAsk] = useState(false)
	const [answer, setAnswer] = useState<Answer | null>(null)
	useEffect(() => {
		const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
		setCanAsk(isAble && Notification.permission !== 'denied')
	}, [])

	async function ask() {
		setAnswer('asked')
		setAnswer(await subscribed(publicKey).catch((): Answer => 'failed'))
	}

	if (!canAsk) return null
	if (answer !== null && answer !== 'asked')
		return (
			<Notice role="status" tone={answer === 'on' ? 'info' : 'error'} className="mt-3">
				{answers[answer]}
			</Notice>
		)
	return (
		<Card className="mt-3">
			<b>Want a reminder on this phone?</b>
			<p className="soft text-sm">We’ll notify you before your visit, even when this page is closed.</p>
			<Button variant="quiet" size="small" className="mt-2" disabled={answer === 'asked'} onClick={ask}>
				Remind me
			</Button>
		</Card>
	)
}

async function subscribed(publicKey: string): Promise<Answer> {
	if ((await Notification.requestPermission()) !== 'granted') return 'not_allowed'
	await registerServiceWorker()
	const { pushManager } = await navigator.serviceWorker.ready
	const options = { userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) }
	const subscription = await pushManager.subscribe(options).catch(async () => {
		// The app had another key when this browser subscribed.
		await (await pushManager.getSubscription())?.unsubscribe()
		return pushManager.subscribe(options)
	})
	const { endpoint, keys } = subscription.toJSON()
	const body = new URLSearchParams({ endpoint: endpoint ?? '', ...keys })
	// The page's query holds the signed link of the booking.
	const response = await fetch(`/push${location.search}`, { method: 'POST', body, redirect: 'manual' })
	return response.ok ? 'on' : 'failed'
}

function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
	const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
	return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
