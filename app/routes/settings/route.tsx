import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { settingsFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { topicWords } from '#app/domain/messaging/topic-words.ts'
import { endSessions } from '#app/flows/account/sign-in.server.ts'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { dataSaverHeader, hasChosenDataSaver, readTheme, themeHeader } from '#app/http/unsigned-cookies.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { themes } from '#app/kernel/vocabulary/identity.ts'
import { messageTopics } from '#app/kernel/vocabulary/messaging.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { OptionRow } from '#app/ui/form/fields.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('Settings')

const themeNames = { light: 'Light', dark: 'Dark', system: 'Same as phone' } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, devices, unwanted, notified] = await Promise.all([
		requireUser(request, context),
		context.identity.sessions.listSessions(actor),
		context.messaging.optOuts.unwantedTopics(actor),
		context.messaging.pushSubscriptions.ownBrowsers(actor),
	])
	return {
		chosen: readTheme(request) ?? 'system',
		savesData: hasChosenDataSaver(request),
		notified,
		themes: themes.map((id) => ({ id, name: themeNames[id] })),
		topics: messageTopics.map((id) => ({ id, ...topicWords[id], isWanted: !unwanted.includes(id) })),
		devices: devices.map(({ id, deviceLabel, createdAt, lastSeenAt, isCurrent }) => ({
			id,
			deviceLabel,
			isCurrent,
			signedIn: nearMomentLabelAt(DEFAULT_ZONE, createdAt, actor.at),
			lastSeen: nearMomentLabelAt(DEFAULT_ZONE, lastSeenAt, actor.at),
		})),
	}
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: settingsFormSchema })
	const actor = requireActor(request, context)
	await requireUser(request, context)
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	const form = submission.value
	if (form.intent === 'choose-theme')
		return done(context, '/settings', { cookies: [themeHeader(form.theme)], inPlace: true })
	if (form.intent === 'choose-data-saver')
		return done(context, '/settings', { cookies: [dataSaverHeader(form.isOn)], inPlace: true })
	if (form.intent === 'choose-messages') {
		await context.writeBatch(context.messaging.optOuts.chooseUnwanted(actor, form.unwanted))
		return done(context, '/settings', {
			flash: { title: 'Saved', description: 'We’ll send you what you chose.' },
			inPlace: true,
		})
	}
	if (form.intent === 'sign-out') {
		await endSessions(context, actor, form.sessionId)
		// A repeated post gets the answer of the first (F26).
		return signedOut(context, 'That device is signed out.')
	}
	return signedOut(context, othersEnded(await endSessions(context, actor, null)))
}

function signedOut(context: AppLoadContext, description: string) {
	return done(context, '/settings', { flash: { title: 'Signed out', description }, inPlace: true })
}

function othersEnded(count: number): string {
	if (count === 0) return 'No other device is signed in.'
	return count === 1 ? 'One device was signed out.' : `${count} devices were signed out.`
}

export default function Settings() {
	const { chosen, savesData, themes, topics, devices, notified } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="Settings" back={{ to: '/profile', label: 'Profile' }} />
			<section>
				<h2 className="mb-2">Theme</h2>
				<Form method="post" className="row flex-wrap gap-2">
					{themes.map(({ id, name }) => (
						<button
							key={id}
							type="submit"
							name="theme"
							value={id}
							className="chip"
							aria-pressed={id === chosen}
						>
							{name}
						</button>
					))}
				</Form>
			</section>
			<section className="section">
				<h2>Data saver</h2>
				<p className="soft mb-3">Uses less data: fewer pictures, lighter pages</p>
				<Form method="post" className="row flex-wrap gap-2">
					{(['on', 'off'] as const).map((choice) => (
						<button
							key={choice}
							type="submit"
							name="data-saver"
							value={choice}
							className="chip"
							aria-pressed={savesData === (choice === 'on')}
						>
							<span className="sr">Data saver </span>
							{choice === 'on' ? 'On' : 'Off'}
						</button>
					))}
				</Form>
			</section>
			<section className="section">
				<h2>Messages</h2>
				<p className="soft mb-3">We always send you news about your bookings and payments.</p>
				<Form method="post">
					<fieldset>
						<legend className="sr">What we send you</legend>
						{topics.map(({ id, name, detail, isWanted }) => (
							<OptionRow
								key={id}
								type="checkbox"
								name="topics"
								value={id}
								title={name}
								detail={detail}
								defaultChecked={isWanted}
							/>
						))}
					</fieldset>
					<SubmitButton
						name="intent"
						value="choose-messages"
						variant="quiet"
						className="mt-3"
						busyLabel="Saving…"
					>
						Save messages
					</SubmitButton>
				</Form>
			</section>
			<section className="section">
				<h2>Devices</h2>
				<Card kind="rows" as="ul">
					{devices.map((device) => (
						<li key={device.id} className="offer">
							<div className="min-w-0">
								<b>{device.deviceLabel}</b> {device.isCurrent && <Tag tone="leaf">This device</Tag>}
								<p>{`Signed in: ${device.signedIn}`}</p>
								<p>{`Last seen: ${device.lastSeen}`}</p>
							</div>
							{!device.isCurrent && (
								<Form method="post">
									<Button type="submit" name="session" value={device.id} size="small" variant="quiet">
										Sign out<span className="sr"> {device.deviceLabel}</span>
									</Button>
								</Form>
							)}
						</li>
					))}
				</Card>
				<ButtonLink to="/settings/security" variant="quiet" className="mt-3">
					Sign-ins and security
				</ButtonLink>
				{devices.length > 1 && (
					<Form method="post" className="mt-3">
						<SubmitButton name="intent" value="sign-out-everywhere" variant="quiet">
							Sign out everywhere else
						</SubmitButton>
					</Form>
				)}
			</section>
			<PhoneNotifications {...notified} />
			<section className="section">
				<h2>Your data</h2>
				<p className="soft mb-3">Everything we keep about you, in one file.</p>
				<ButtonLink to="/settings/export" variant="quiet">
					Export my data
				</ButtonLink>
				<ButtonLink to="/settings/delete" variant="danger" className="mt-3">
					Delete my account
				</ButtonLink>
			</section>
		</Page>
	)
}

/** The browsers with push messages, and the buttons that end them; null for none. */
function PhoneNotifications({ count, hasThis }: { count: number; hasThis: boolean }) {
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
