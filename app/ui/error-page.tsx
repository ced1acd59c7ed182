import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { Page } from './page.tsx'
import { SupportContact } from './support-contact.tsx'

interface ErrorPageProps {
	error: unknown
	/** Named to support, so that they find the line in the log. */
	requestId: string | null
	/** Where a person is reached; null hides the line (decision D27). */
	supportContact: string | null
}

/** The title of the page that an error gets. */
export function errorTitle(error: unknown): string {
	const status = statusOf(error)
	return status === 404 ? 'Page not found' : wordsFor(status).title
}

function statusOf(error: unknown): number {
	return isRouteErrorResponse(error) ? error.status : 500
}

/** What the root shows when a route failed: what happened, what is kept, what is next. */
export function ErrorPage({ error, requestId, supportContact }: ErrorPageProps) {
	const status = statusOf(error)
	const { pathname, search } = useLocation()
	if (status === 404) return <NotFound />
	const { title, words } = isOffline(error) ? offlineWords : wordsFor(status)
	return (
		<Page>
			<div className="empty m-auto">
				<span className="medal clay">
					<Icon name="alert" size={28} />
				</span>
				<h1>{title}</h1>
				<p className="soft">{words}</p>
				<ButtonLink to={pathname + search} reloadDocument>
					Try again
				</ButtonLink>
				<ButtonLink to="/" reloadDocument variant="quiet">
					Return to Home
				</ButtonLink>
				<p className="soft text-sm">
					{supportContact && (
						<>
							Still stuck? Reach a person: <SupportContact contact={supportContact} />.<br />
						</>
					)}
					{requestId && (
						<>
							Name this number: <span className="num">{requestId}</span>
						</>
					)}
				</p>
			</div>
		</Page>
	)
}

/** Words of spec 1 §2. */
function NotFound() {
	return (
		<Page>
			<div className="empty m-auto">
				<p className="text-2xl font-bold text-indigo num">404</p>
				<h1>Oops! Page not found</h1>
				<p className="soft">The link may be old, or a letter of it got lost.</p>
				<ButtonLink to="/">Return to Home</ButtonLink>
			</div>
		</Page>
	)
}

const offlineWords = {
	title: 'No connection',
	words:
		'Your phone did not reach us. What you chose so far is kept. Please try again when you are back online.',
}

/** A request that never reached the server, as the browser tells it. On the server nothing is offline. */
function isOffline(error: unknown): boolean {
	return error instanceof TypeError && typeof navigator === 'object' && navigator.onLine === false
}

function wordsFor(status: number): { title: string; words: string } {
	if (status === 502 || status === 503 || status === 504) {
		return {
			title: 'We are busy right now',
			words:
				'We could not reach our records in time. What you chose so far is kept. Please try again in a moment.',
		}
	}
	if (status === 413) {
		return {
			title: 'That was too much',
			words: 'What was sent is too large for us. Please go back and send less.',
		}
	}
	if (status === 429) {
		return { title: 'Too many tries', words: 'Please wait a minute, then try again.' }
	}
	if (status === 403) {
		return {
			title: 'That did not come from our page',
			words:
				'For your safety we only accept forms from our own pages. Please open the page again and send it from there.',
		}
	}
	if (status < 500) {
		return {
			title: 'We could not read that',
			words: 'The link or the form was not complete. Please go back and try again.',
		}
	}
	return {
		title: 'Something went wrong',
		words: 'The mistake is on our side. What you chose so far is kept. Please try again in a moment.',
	}
}
