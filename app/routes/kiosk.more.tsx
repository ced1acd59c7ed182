import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import type { ListedAccessKey } from '#app/domain/shops/access-key-repository.server.ts'
import { deviceWords } from '#app/domain/shops/kiosk-words.ts'
import { shopActWords } from '#app/domain/shops/shop-act-words.ts'
import { done } from '#app/http/answers.server.ts'
import { lockHeader } from '#app/http/kiosk-cookies.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this page' }

export const meta = unlisted('Activity')

const ACTS_OF_PAGE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const [key, keys, acts] = await Promise.all([
		kiosk.opened(),
		context.shops.accessKeys.keysOfCaller(kiosk.caller),
		context.shops.shopActs.actsOfCaller(kiosk.caller, {
			limit: ACTS_OF_PAGE + 1,
			before: readCursor(new URL(request.url).searchParams.get('before')),
		}),
	])
	const zone = key.shop.timeZone
	const last = acts[ACTS_OF_PAGE - 1]
	return kiosk.pageData({
		shopName: key.shop.name,
		isOwners: key.role === 'owner',
		poster: key.shop.slug && context.settings.appOrigin && `/s/${key.shop.slug}/qr`,
		contact: context.settings.supportContact,
		keys: keys.map((one) => ({
			id: one.keyId,
			name: one.name,
			what:
				one.keyId === key.keyId
					? 'This device'
					: one.kind === 'kiosk'
						? deviceWords[one.role].alone
						: 'Program',
			seen: one.lastSeenAt === null ? 'Never used' : `Last seen ${momentLabelAt(zone, one.lastSeenAt)}`,
			ended: endedWords(one, zone),
		})),
		acts: acts.slice(0, ACTS_OF_PAGE).map(({ actId, kind, keyName, operatorName, summary, actedAt }) => ({
			id: actId,
			what: shopActWords[kind],
			summary,
			by: `${keyName ?? (operatorName === null ? 'Operator' : `Operator (${operatorName})`)} · ${momentLabelAt(zone, actedAt)}`,
		})),
		on: last && acts.length > ACTS_OF_PAGE ? `/kiosk/more?before=${last.actedAt}.${last.actId}` : null,
	})
}

function endedWords({ endedAt, ending }: ListedAccessKey, zone: string): string | null {
	if (endedAt === null) return null
	return `Ended ${momentLabelAt(zone, endedAt)}${ending === 'wrong_pins' ? ', after five wrong PINs' : ''}`
}

/** '1700000000000.<id>'; anything else starts with the newest. A kiosk act's id contains dots. */
function readCursor(text: string | null) {
	const [, at, actId] = /^(\d{1,15})\.([\w.:-]{1,300})$/.exec(text ?? '') ?? []
	return at && actId ? { actedAt: Number(at), actId } : null
}

/** Locks this device now, and every copy of its cookie. */
export async function action({ request, context }: ActionFunctionArgs) {
	const { caller } = requireKiosk(request, context)
	await readForm(request)
	await context.writeBatch([context.shops.accessKeys.lock(caller)])
	return done(context, '/kiosk/pin', { inPlace: true, cookies: [lockHeader(context)] })
}

/** The shop's acts, its devices and keys, and rarer tasks. */
export default function KioskMore() {
	const { shopName, isOwners, poster, contact, keys, acts, on } = useLoaderData<typeof loader>()
	return (
		<KioskPage title="More" subtitle={shopName} section="More">
			<div className="bar">
				{isOwners && (
					<ButtonLink to="/kiosk/shop" size="small">
						Your shop
					</ButtonLink>
				)}
				<ButtonLink to="/kiosk/block" size="small">
					Block time
				</ButtonLink>
				{poster && (
					<ButtonLink to={poster} variant="quiet" size="small">
						Print our QR code
					</ButtonLink>
				)}
				<Form method="post">
					<SubmitButton variant="quiet" size="small" name="intent" value="lock">
						Lock now
					</SubmitButton>
				</Form>
			</div>
			<div className="two">
				<section>
					<h2>Activity</h2>
					{acts.length === 0 ? (
						<p className="soft">Nothing yet.</p>
					) : (
						<Card kind="rows" as="ul">
							{acts.map(({ id, what, summary, by }) => (
								<li key={id} className="padded">
									<b>{what}</b>: {summary}
									<br />
									<span className="soft num">{by}</span>
								</li>
							))}
						</Card>
					)}
					{on && (
						<p className="mt-3">
							<ButtonLink to={on} variant="quiet" size="small">
								Earlier
							</ButtonLink>
						</p>
					)}
				</section>
				<section>
					<h2>Devices and keys</h2>
					<Card kind="rows" as="ul">
						{keys.map(({ id, name, what, seen, ended }) => (
							<li key={id} className="padded">
								<b>{name}</b> <span className="soft">{what}</span>
								<br />
								<span className="soft num">{ended ?? seen}</span>
							</li>
						))}
					</Card>
					<p className="soft mt-3">
						Lost a device? The people who run this app can end its key right away
						{contact ? (
							<>
								: <SupportContact contact={contact} />
							</>
						) : (
							'.'
						)}
					</p>
				</section>
			</div>
		</KioskPage>
	)
}
