import { Form, Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { lateChoices } from '#app/domain/booking/appointment/appointment-policy.ts'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { registerServiceWorker } from '#app/ui/offline/register-worker.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

/** One tap tells the shop, at its kiosk and by mail. */
export function RunningLate({ toldMinutes, page }: { toldMinutes: number | null; page: string }) {
	return (
		<Form method="post" action={page} className="mt-4">
			<h2 className="mb-2">Running late?</h2>
			<input type="hidden" name="intent" value="late" />
			<div className="row">
				{lateChoices.map((minutes) => (
					<SubmitButton
						key={minutes}
						variant="quiet"
						size="small"
						className="flex-1"
						name="minutes"
						value={minutes}
						busyLabel="Telling…"
					>
						{minutes} min<span className="sr"> late</span>
					</SubmitButton>
				))}
			</div>
			<p className="hint mt-2">
				{toldMinutes === null
					? 'Tap once and we’ll tell the shop.'
					: `You told the shop you’re about ${toldMinutes} min late.`}{' '}
				They may need to move your visit.
			</p>
		</Form>
	)
}

/** The reported problem of a past appointment with its answer, and the way to report one. */
export function PastProblem({
	problem,
	page,
}: {
	problem: ConfirmationView['problem']
	page: ConfirmationView['problemPage']
}) {
	return (
		<>
			{problem && (
				<Notice tone="info" className="mt-3" title={`${problem.words}.`}>
					{problem.isOpen
						? 'The shop has your message, and will answer here.'
						: `The shop answered: ${problem.answer}`}
				</Notice>
			)}
			{page && (
				<p className="mt-4">
					<Link to={page} className="tap">
						Report a problem
					</Link>
				</p>
			)}
		</>
	)
}

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
