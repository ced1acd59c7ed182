import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { motifs } from '#app/ui/adire-pattern.tsx'
import { Brand, brandName } from '#app/ui/brand.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PageStyle } from '#app/ui/inline.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { publicMeta } from '#app/ui/public-meta.ts'
import landingCss from '#app/ui/styles/landing.css?inline'
import { Tag } from '#app/ui/tag.tsx'
import { ToastRegion } from '#app/ui/toast-region.tsx'
import { useInstall } from './use-install.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

const description =
	'Discover salons, spas and barbers near you, book and manage appointments, earn loyalty rewards and pay your way.'

const title = `${brandName}: Book Appointments Effortlessly`

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	publicMeta({ title, description, path: '/', origin: data?.origin ?? null, pageTitle: title })

/** Only the cookie decides whether 'Sign In' is offered (M15): no database read. */
export function loader({ request, context }: LoaderFunctionArgs) {
	return {
		year: new Date(context.now()).getUTCFullYear(),
		isSignedIn: readActor(request, context) !== null,
		origin: context.settings.appOrigin,
	}
}

export default function Landing() {
	const { year, isSignedIn } = useLoaderData<typeof loader>()
	const { install, toast } = useInstall()
	return (
		<main id="content" tabIndex={-1} className="landing">
			<PageStyle css={landingCss} />
			<ToastRegion toast={toast} />
			{/* The browser may offer it late: the button takes no room. */}
			{install && (
				<Button variant="quiet" size="small" className="on-cloth" onClick={install}>
					<Icon name="download" size={18} />
					Install
				</Button>
			)}
			<AdireCloth />
			<div className="grid gap-3 px-4 pt-5">
				<div className="row flex-wrap justify-between">
					<Brand />
					<Tag>Progressive Web App</Tag>
				</div>
				<h1 className="text-2xl">Book Appointments Effortlessly</h1>
				<p className="soft">{description}</p>
			</div>
			<div className="grid gap-3 p-4 pt-6">
				<ButtonLink to="/discover">Get Started</ButtonLink>
				<ButtonLink to={isSignedIn ? '/appointments' : '/login'} variant="quiet">
					{isSignedIn ? 'My Appointments' : 'Sign In'}
				</ButtonLink>
				<footer className="text-center text-xs soft">
					© {year} {brandName} ·{' '}
					<Link to="/privacy" className="tap">
						Privacy
					</Link>{' '}
					·{' '}
					<Link to="/terms" className="tap">
						Terms
					</Link>{' '}
					·{' '}
					<Link to="/for-shops" className="tap">
						For shops
					</Link>
				</footer>
			</div>
		</main>
	)
}

const panel = 96
const columns = 5
/** The motif of each panel, row by row. Neighbours differ. */
const panels = [0, 5, 3, 7, 8, 6, 2, 11, 0, 9, 10, 8, 1, 3, 6] as const

/** An indigo cloth, with as many panels as its box has room for. */
function AdireCloth() {
	const used = [...new Set(panels)]
	return (
		<svg
			className="adire cloth dye-0"
			viewBox={`0 0 ${columns * panel} ${3 * panel}`}
			preserveAspectRatio="xMidYMin slice"
			aria-hidden="true"
		>
			{used.map((index) => {
				const motif = motifs[index]
				if (!motif) return null
				// Whole tiles only: a panel cuts no motif.
				const across = Math.round(panel / motif.width)
				const down = Math.round(panel / motif.height)
				return (
					<pattern
						key={index}
						id={`m${index}`}
						width={panel / across}
						height={panel / down}
						viewBox={`0 0 ${motif.width} ${motif.height}`}
						preserveAspectRatio="none"
						patternUnits="userSpaceOnUse"
					>
						<path d={motif.lines} />
						{motif.dots && <path d={motif.dots} strokeWidth="5" />}
					</pattern>
				)
			})}
			{panels.map((motif, index) => (
				<rect
					// biome-ignore lint/suspicious/noArrayIndexKey: a fixed list; a panel is identified by its place.
					key={index}
					x={(index % columns) * panel}
					y={Math.floor(index / columns) * panel}
					width={panel}
					height={panel}
					strokeWidth="2.5"
					fill={`url(#m${motif})`}
				/>
			))}
		</svg>
	)
}
