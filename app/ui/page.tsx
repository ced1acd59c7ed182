import { Link, type MetaFunction } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Tab } from './bottom-navigation.tsx'
import { brandName } from './brand.tsx'
import { Icon } from './icon.tsx'

/** A `Form` with an `ActionBar` needs the class `fill`, which keeps the bar at the foot. */
export function Page({ children }: { children: ReactNode }) {
	return (
		<main id="content" tabIndex={-1}>
			{children}
		</main>
	)
}

export function ProsePage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Page>
			<PageHeader title={title} back={{ to: '/', label: 'Home' }} />
			<div className="prose">{children}</div>
		</Page>
	)
}

interface PageHeaderProps {
	title: ReactNode
	subtitle?: ReactNode
	/**
	 * The back link: its target and 'Adé Hair Studio'. In a form it may be a button's intent instead, so that the typed
	 * values are posted.
	 */
	back?: { label: string } & ({ to: string } | { intent: string })
	step?: 1 | 2 | 3 | 4
	aside?: ReactNode
}

export function PageHeader({ title, subtitle, back, step, aside }: PageHeaderProps) {
	return (
		<header className={back ? 'page-header' : 'page-header mt-4'}>
			{back && 'to' in back && (
				<Link to={back.to} className="back">
					<Icon name="back" size={18} />
					{back.label}
				</Link>
			)}
			{back && 'intent' in back && (
				<button type="submit" name="intent" value={back.intent} className="back">
					<Icon name="back" size={18} />
					{back.label}
				</button>
			)}
			<div className="row">
				<div className="min-w-0">
					<h1>{title}</h1>
					{subtitle && <p>{subtitle}</p>}
				</div>
				{aside}
			</div>
			{step && <StepBars current={step} />}
		</header>
	)
}

const steps = ['Service', 'Staff', 'Time', 'Checkout'] as const

/** Screen readers say 'Step 3 of 4: Time'. */
function StepBars({ current }: { current: 1 | 2 | 3 | 4 }) {
	return (
		<>
			<p className="sr">{`Step ${current} of ${steps.length}: ${steps[current - 1]}`}</p>
			<ol className="steps" aria-hidden="true">
				{steps.map((step, index) => (
					<li key={step} className={index < current ? 'done' : undefined} />
				))}
			</ol>
		</>
	)
}

/** 'Checkout · Wakati'. */
export function pageTitle(title: string): string {
	return `${title} · ${brandName}`
}

/** The `meta` of a page that search engines skip. */
export function unlistedMeta(title: string) {
	return [{ title: pageTitle(title) }, { name: 'robots', content: 'noindex' }]
}

export const titled =
	(title: string): MetaFunction =>
	() => [{ title: pageTitle(title) }]

export const unlisted =
	(title: string): MetaFunction =>
	() =>
		unlistedMeta(title)

/** A route's settings for the layout. The tabs show unless `bottomNavigation` is 'hidden' (C13 lists those pages). */
export interface PageHandle {
	/** The error page's words when the data could not be loaded (M12). */
	loadFailure?: string | ((search: string) => string)
	/** The error page's words when the browser is offline. */
	offline?: string
	/** Tells guests what an account is for (M8). */
	guestBanner?: true
	/** 'alone': tabs without a current one, under a page without the tabs' styles. */
	bottomNavigation?: Tab | 'hidden' | 'alone'
}

/** The offline words of the deepest route that has some. */
export function routeOfflineWords(matches: { handle?: unknown }[]): string | undefined {
	const handles = matches.map(({ handle }) => handle as PageHandle | undefined)
	return handles.findLast((handle) => handle?.offline)?.offline
}

export function hasGuestBanner(matches: { handle?: unknown }[]): boolean {
	return matches.some(({ handle }) => (handle as PageHandle | undefined)?.guestBanner)
}

export function chosenNavigation(matches: { handle?: unknown }[]): PageHandle['bottomNavigation'] {
	for (const { handle } of [...matches].reverse()) {
		const choice = (handle as PageHandle | undefined)?.bottomNavigation
		if (choice) return choice
	}
	return undefined
}
