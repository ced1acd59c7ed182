import { isRouteErrorResponse, useLocation, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import { failedRequestIn, type HeldPost } from '#app/kernel/held-post.ts'
import { Button, ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { Page, routeOfflineWords } from './page.tsx'
import { SupportContact } from './support-contact.tsx'

interface ErrorPageProps {
	error: unknown
	/** Null hides the support line (D27). */
	supportContact: string | null
}

/** The title and the heading of an error page (L2). */
export function errorTitle(error: unknown): string {
	return errorStatus(error) === 404 ? 'Page not found' : errorWords(error).title
}

function errorWords(error: unknown): { title: string; words: string } {
	if (isOffline(error)) return offlineWords
	if (isCutOff(error)) return cutOffWords
	const failed = isRouteErrorResponse(error) ? failedRequestIn(error.data) : null
	const { title, words } = wordsFor(errorStatus(error), failed?.retryAfterSeconds)
	return { title: failed?.loadFailure ?? title, words }
}

function errorStatus(error: unknown): number {
	return isRouteErrorResponse(error) ? error.status : 500
}

/** The page of a failed route: what happened, what is kept, and the next step. */
export function ErrorPage({ error, supportContact }: ErrorPageProps) {
	const status = errorStatus(error)
	const { pathname, search } = useLocation()
	const matches = useMatches()
	useLoadedWhenOnline(isOffline(error) ? pathname + search : null)
	if (status === 404) return <NotFound />
	const failed = isRouteErrorResponse(error) ? failedRequestIn(error.data) : null
	const { title, words } = errorWords(error)
	const offline = isOffline(error) ? routeOfflineWords(matches) : undefined
	return (
		<Page>
			<div className="empty m-auto">
				<span className="medal clay">
					<Icon name="alert" size={28} />
				</span>
				<h1>{title}</h1>
				<p className="soft">{offline ?? words}</p>
				{failed?.held ? (
					<SendAgain held={failed.held} to={pathname + search} />
				) : (
					<ButtonLink to={pathname + search} reloadDocument>
						Try again
					</ButtonLink>
				)}
				<ButtonLink to="/" reloadDocument variant="quiet">
					Return to Home
				</ButtonLink>
				<p className="soft text-sm">
					{supportContact && (
						<>
							Still stuck? Contact us: <SupportContact contact={supportContact} />.<br />
						</>
					)}
					{failed && (
						<>
							Error number: <span className="num">{failed.requestId}</span>
						</>
					)}
				</p>
			</div>
		</Page>
	)
}

/** Loads `path` once the browser is online; null: never. */
function useLoadedWhenOnline(path: string | null) {
	useEffect(() => {
		if (path === null) return
		const load = () => window.location.assign(path)
		window.addEventListener('online', load)
		return () => window.removeEventListener('online', load)
	}, [path])
}

/** Withheld fields that can be typed again: no token. */
const secretLabels = new Map([
	['password', 'Password'],
	['confirmPassword', 'Confirm password'],
	['pinSecret', 'PIN'],
	['pinSecretAgain', 'Confirm the PIN'],
])

/**
 * Posts the form again with its idempotency key. Passwords are typed again. After a form with a token it links to the
 * form's page instead.
 */
function SendAgain({ held, to }: { held: HeldPost; to: string }) {
	if (held.withheld.some((name) => !secretLabels.has(name)))
		return (
			<ButtonLink to={to} reloadDocument>
				Open the page again
			</ButtonLink>
		)
	return (
		<form method="post" action={to} className="w-full">
			{held.fields.map(([name, value], index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a name may come more than once, and the list never changes.
				<input key={index} type="hidden" name={name} value={value} />
			))}
			<p className="soft mb-3">
				Your details are still here. ‘Try again’ sends them once more.
				{held.withheld.length > 0 && ' We don’t keep passwords: please type yours again below.'}
			</p>
			{held.withheld.map((name) => (
				<div className="field" key={name}>
					<label className="label" htmlFor={name}>
						{secretLabels.get(name)}
					</label>
					<input
						className="input"
						type="password"
						id={name}
						name={name}
						autoComplete="current-password"
						required
					/>
				</div>
			))}
			<Button type="submit">Try again</Button>
		</form>
	)
}

/** The words are fixed (C14). */
function NotFound() {
	return (
		<Page>
			<div className="empty m-auto">
				<p className="text-2xl font-bold text-indigo num">404</p>
				<h1>Oops! Page not found</h1>
				<p className="soft">The link may be old or mistyped.</p>
				<ButtonLink to="/">Return to Home</ButtonLink>
			</div>
		</Page>
	)
}

const offlineWords = {
	title: 'No connection',
	words: 'You seem to be offline. Please try again when you are back online.',
}

/** The request never reached the server. Always false on the server. */
function isOffline(error: unknown): boolean {
	return error instanceof TypeError && typeof navigator === 'object' && navigator.onLine === false
}

const cutOffWords = {
	title: 'Connection lost',
	words: 'We couldn’t load this page. Please check your connection and try again.',
}

/**
 * The browser is online, yet the answer broke off: the fetch failed (wording differs by browser), or Remix could not
 * read the data to its end.
 */
function isCutOff(error: unknown): boolean {
	return (
		error instanceof Error &&
		/^(Failed to fetch|Load failed|network error|NetworkError|Unable to decode)/.test(error.message)
	)
}

function wordsFor(status: number, retryAfterSeconds = 60): { title: string; words: string } {
	if (status === 502 || status === 503 || status === 504) {
		return {
			title: 'We are busy right now',
			words: 'We couldn’t load this. Please try again in a moment.',
		}
	}
	if (status === 413) {
		return {
			title: 'Too large',
			words: 'That was too large to send. Please go back and send less.',
		}
	}
	if (status === 429) {
		return {
			title: 'Too many requests',
			words: `We’re getting a lot of requests from your network right now. Please try again in ${retryAfterSeconds} seconds.`,
		}
	}
	if (status === 403) {
		return {
			title: 'This form was not sent from our site',
			words:
				'For your safety we only accept forms from our own pages. Please open the page again and resend it from there.',
		}
	}
	if (status < 500) {
		return {
			title: 'We couldn’t read that',
			words: 'The link or form was incomplete. Please go back and try again.',
		}
	}
	return {
		title: 'Something went wrong',
		words: 'Something went wrong on our side. Please try again in a moment.',
	}
}
