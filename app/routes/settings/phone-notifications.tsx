import { Form } from '@remix-run/react'
import { Button } from '#app/ui/button.tsx'

/** The browsers with push messages, and the buttons that end them; null for none. */
export function PhoneNotifications({ count, hasThis }: { count: number; hasThis: boolean }) {
	if (count === 0) return null
	const others = hasThis ? count - 1 : count
	return (
		<section className="section">
			<h2>Notifications on your devices</h2>
			<p className="soft mb-3">{describe(hasThis, others)}</p>
			<Form method="post" action="/push" className="row flex-wrap gap-2" onSubmit={forgetOnThisDevice}>
				{hasThis && (
					<Button type="submit" name="end" value="this" size="small" variant="quiet">
						Turn off on this device
					</Button>
				)}
				{others > 0 && (
					<Button type="submit" name="end" value="all" size="small" variant="quiet">
						Turn off on all devices
					</Button>
				)}
			</Form>
		</section>
	)
}

function describe(hasThis: boolean, others: number): string {
	const devices = others === 1 ? '1 other device' : `${others} other devices`
	if (!hasThis) return `${devices} of yours ${others === 1 ? 'gets' : 'get'} notifications.`
	return others === 0 ? 'This device gets notifications.' : `This device and ${devices} get notifications.`
}

/** With script the browser drops its subscription too. */
async function forgetOnThisDevice() {
	const registration = await navigator.serviceWorker?.getRegistration()
	const subscription = await registration?.pushManager.getSubscription()
	await subscription?.unsubscribe()
}
