import { Form, type FormProps, Link, useLocation } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import kioskCss from '#app/ui/styles/kiosk.css?inline'

type Section = { to: string; name: string; isLoadedAnew?: boolean }

const sections = [
	{ to: '/kiosk', name: 'Today' },
	{ to: '/kiosk/walk-in', name: 'Walk-in' },
	// The camera's permission needs a whole page load.
	{ to: '/kiosk/scan', name: 'Scan', isLoadedAnew: true },
	{ to: '/kiosk/sessions', name: 'Sessions' },
	{ to: '/kiosk/more', name: 'More' },
]

const sectionsOfPerson = [
	{ to: '/kiosk', name: 'Today' },
	{ to: '/kiosk/rota', name: 'Rota' },
]

const LIST_SECONDS = 60
/** A little after the kiosk locks. */
const LOCKED_SECONDS = KIOSK_IDLE_MS / 1000 + 5

export type KioskSection = (typeof sections | typeof sectionsOfPerson)[number]['name']

interface KioskPageProps {
	title: string
	subtitle?: ReactNode
	/** Absent while the kiosk is closed: no section opens. */
	section?: KioskSection
	/** On a person's device, which has its own sections. */
	isOfPerson?: boolean
	back?: { to: string; label: string }
	/** A list reloads each minute without script: its only field names a day. */
	isList?: boolean
	/** A long form without customers' data: it stays on the screen, and asks for the PIN when it is sent. */
	isForm?: boolean
	children: ReactNode
}

export function KioskPage({
	title,
	subtitle,
	section,
	isOfPerson = false,
	back,
	isList,
	isForm,
	children,
}: KioskPageProps) {
	const shown: readonly Section[] = isOfPerson ? sectionsOfPerson : sections
	useLock(section !== undefined && !isForm)
	return (
		<main id="content" tabIndex={-1} className="kiosk">
			<PageStyle css={kioskCss} />
			{section && (
				<nav className="kiosk-nav" aria-label="Kiosk">
					{shown.map(({ to, name, isLoadedAnew }) => (
						<Link
							key={to}
							to={to}
							reloadDocument={isLoadedAnew}
							aria-current={name === section ? 'page' : undefined}
						>
							{name}
						</Link>
					))}
				</nav>
			)}
			<header className="page-header">
				{back && (
					<Link to={back.to} className="tap">
						{back.label}
					</Link>
				)}
				<h1>{title}</h1>
				{subtitle && <p>{subtitle}</p>}
			</header>
			{children}
			{section && !isForm && <RefreshWithoutScript seconds={isList ? LIST_SECONDS : LOCKED_SECONDS} />}
		</main>
	)
}

interface KioskFormProps extends Omit<FormProps, 'method' | 'hidden'> {
	/** Of this showing of the page: the form posted twice is one act. */
	act: string
	/** Other hidden fields. */
	hidden?: Record<string, ComponentProps<'input'>['value']>
}

export function KioskForm({ act, hidden = {}, children, ...form }: KioskFormProps) {
	return (
		<Form method="post" {...form}>
			{Object.entries({ act, ...hidden }).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
		</Form>
	)
}

/** Reloads the page without script. A reload counts as no touch, so an unused kiosk still locks. */
function RefreshWithoutScript({ seconds }: { seconds: number }) {
	const { pathname, search } = useLocation()
	const query = new URLSearchParams(search)
	query.set('auto', '1')
	return (
		<noscript>
			<meta httpEquiv="refresh" content={`${seconds};url=${pathname}?${query}`} />
		</noscript>
	)
}

/** Reloads the page once the kiosk has locked: customers' details must not stay on an unwatched screen. */
function useLock(isOpen: boolean): void {
	useEffect(() => {
		if (!isOpen) return
		const check = async () => {
			const answer = await fetch('/kiosk/fresh', { redirect: 'manual' }).catch(() => null)
			if (answer?.type === 'opaqueredirect') location.reload()
		}
		const timer = setInterval(check, KIOSK_IDLE_MS / 2)
		return () => clearInterval(timer)
	}, [isOpen])
}
