import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Business, PlacePhoto } from '#app/flows/discovery/read-business.server.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { photoPath, photosOfPlacePath } from '#app/kernel/links.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { AdirePattern } from '#app/ui/adire-pattern.tsx'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { HeartForm } from '#app/ui/heart-form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PageStyle, StructuredData } from '#app/ui/inline.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Rating } from '#app/ui/rating.tsx'
import businessCss from '#app/ui/styles/business.css?inline'
import { Tag } from '#app/ui/tag.tsx'
import { Reviews } from './reviews.tsx'

interface BusinessDetailProps {
	/** `share`: a WhatsApp message; null where the app has no public address. */
	business: Business & { share: string | null }
	isFavorite: boolean
	/** False with data saver: photos become links. */
	showsPhotos: boolean
	/** The shop's plans, the cheapest first. */
	plans: { id: string; title: string; what: string; price: string }[]
}

export function BusinessDetail({ business, isFavorite, showsPhotos, plans }: BusinessDetailProps) {
	const { id, name, photo, open, categories, services, addOns, reviews } = business
	return (
		<Page>
			<PageStyle css={businessCss} />
			<StructuredData />
			<div className="hero">
				<Picture business={business} showsPhotos={showsPhotos} />
				<Link to="/discover" className="round" aria-label="Back to Discover">
					<Icon name="back" />
				</Link>
			</div>
			<div className="title-row">
				<h1 className="min-w-0">{name}</h1>
				<Rating average={business.rating} count={business.reviewCount} />
			</div>
			<address className="soft">
				{business.address}
				{business.landmark && (
					<>
						<br />
						{business.landmark}
					</>
				)}
			</address>
			<p className="facts">
				{open && <Tag tone={open.isOpen ? 'leaf' : 'plain'}>{open.label}</Tag>}
				{categories.map((category) => (
					<Tag key={category} tone="plain">
						{category}
					</Tag>
				))}
			</p>
			{photo && !showsPhotos && (
				<Link to={photosOfPlacePath(id, null)} className="link tap">
					See photo
				</Link>
			)}
			<Actions business={business} isFavorite={isFavorite} />
			{services.length === 0 && (
				<Notice tone="hold" className="mt-2">
					This shop has no services to book yet.
				</Notice>
			)}
			{business.description && <p className="mt-2">{business.description}</p>}
			{open && <HoursList summary={open.label} rows={business.week} />}
			{services.length > 0 && (
				<Offers
					title="Services"
					bookAt={servicesOfShopPath(id)}
					offers={services.map(({ photo: first, ...service }) => ({
						...service,
						photo: first && (
							<OfferPhoto shopId={id} serviceId={service.id} photo={first} showsPhotos={showsPhotos} />
						),
					}))}
				>
					<p className="hint mt-2">{business.cancellation}</p>
				</Offers>
			)}
			{services.length > 0 && addOns.length > 0 && <Offers title="Add-ons" offers={addOns} />}
			{plans.length > 0 && <Plans plans={plans} />}
			{reviews.length > 0 && <Reviews business={business} />}
			<ActionBar>
				{services.length > 0 ? (
					<ButtonLink to={servicesOfShopPath(id)}>Book Now</ButtonLink>
				) : (
					<ButtonLink to="/discover">Find another shop</ButtonLink>
				)}
			</ActionBar>
		</Page>
	)
}

function Actions({ business, isFavorite }: Pick<BusinessDetailProps, 'business' | 'isFavorite'>) {
	const { id, phone } = business
	return (
		<div className="actions">
			{phone && (
				<ButtonLink to={`tel:${phone}`} size="small" variant="quiet">
					Call Us
				</ButtonLink>
			)}
			{business.chat && (
				<ButtonLink to={business.chat} size="small" variant="quiet">
					WhatsApp Us
				</ButtonLink>
			)}
			<ButtonLink to={business.directions} size="small" variant="quiet">
				Directions
			</ButtonLink>
			<HeartForm shopId={id} isFavorite={isFavorite} className="contents">
				{(isShown) => ({
					className: 'btn quiet small',
					content: isShown ? (
						<>
							<Icon name="heart" size={18} filled />
							Favorited<span className="sr">. Remove from favorites</span>
						</>
					) : (
						'Add to Favorites'
					),
				})}
			</HeartForm>
			{business.share && (
				<ButtonLink to={business.share} size="small" variant="quiet">
					Share on WhatsApp
				</ButtonLink>
			)}
		</div>
	)
}

function Plans({ plans }: Pick<BusinessDetailProps, 'plans'>) {
	return (
		<section className="section">
			<h2>Plans</h2>
			<Card kind="rows" as="ul">
				{plans.map((plan) => (
					<li key={plan.id} className="offer">
						<div className="min-w-0">
							<Link to={`/plans/${plan.id}`} className="link tap">
								{plan.title}
							</Link>
							<p>{plan.what}</p>
						</div>
						<b className="num">{plan.price}</b>
					</li>
				))}
			</Card>
		</section>
	)
}

function Offers({
	title,
	bookAt,
	offers,
	children,
}: {
	title: string
	/** The address that takes the chosen service; absent where nothing can be chosen. */
	bookAt?: string
	offers: (OfferProps & { id: string })[]
	children?: ReactNode
}) {
	const list = (
		<Card kind="rows" as="ul">
			{offers.map((offer) => (
				<Offer
					key={offer.id}
					{...offer}
					book={
						bookAt && (
							<SubmitButton name="serviceId" value={offer.id} variant="quiet" size="small">
								Book<span className="sr">{` ${offer.name}`}</span>
							</SubmitButton>
						)
					}
				/>
			))}
		</Card>
	)
	return (
		<section className="section">
			<h2>{title}</h2>
			{bookAt ? (
				<Form method="post" action={bookAt}>
					{list}
				</Form>
			) : (
				list
			)}
			{children}
		</section>
	)
}

/** The owner's picture, else the imported one, else a pattern. */
function Picture({ business, showsPhotos }: Pick<BusinessDetailProps, 'business' | 'showsPhotos'>) {
	const { id, photo, picture } = business
	if (photo && showsPhotos)
		return (
			<Link to={photosOfPlacePath(id, null)}>
				<img src={photoPath(photo.id)} alt={photo.alt} width="480" height="176" decoding="async" />
			</Link>
		)
	return picture ? <img src={picture} alt="" width="480" height="176" /> : <AdirePattern shopId={id} />
}

interface OfferPhotoProps extends Pick<BusinessDetailProps, 'showsPhotos'> {
	shopId: string
	serviceId: string
	photo: PlacePhoto
}

/** The first photo of a service, and the link to all. */
function OfferPhoto({ shopId, serviceId, photo, showsPhotos }: OfferPhotoProps) {
	const { id, alt, thumbnail, count } = photo
	const words = count === 1 ? '1 photo' : `${count} photos`
	return (
		<Link to={photosOfPlacePath(shopId, serviceId)} className="link tap" discover="none">
			{thumbnail && showsPhotos && (
				<img
					src={photoPath(id, 'thumbnail')}
					alt={alt}
					{...thumbnail}
					loading="lazy"
					decoding="async"
					className="shot"
				/>
			)}
			{words}
		</Link>
	)
}

interface OfferProps {
	photo?: ReactNode
	name: string
	description?: string
	durationMinutes: number
	priceKobo: Kobo
	book?: ReactNode
}

function Offer({ name, description, durationMinutes, priceKobo, photo, book }: OfferProps) {
	return (
		<li className="offer">
			<div>
				<b>{name}</b>
				<p>
					{[durationMinutes > 0 && durationLabel(durationMinutes), description].filter(Boolean).join(' · ')}
				</p>
				{photo}
			</div>
			<div className="end">
				<b className="num">{formatNaira(priceKobo)}</b>
				{book}
			</div>
		</li>
	)
}

interface HoursRow {
	day: string
	/** '9:00 AM – 7:00 PM', 'Open 24 hours' or 'Closed'. */
	hours: string
	isToday?: boolean
}

/** The week, folded behind a line about now: 'Open until 8:00 PM'. */
function HoursList({ summary, rows }: { summary: string; rows: HoursRow[] }) {
	return (
		<details className="disclosure" id="hours">
			<summary>
				<span>
					<b>Hours</b> <span className="soft">{summary}</span>
				</span>
				<Icon name="chevron" size={18} />
			</summary>
			<dl className="hours">
				{rows.map((row) => (
					<div key={row.day} className={row.isToday ? 'today' : undefined}>
						<dt>{row.day}</dt>
						<dd>{row.hours}</dd>
					</div>
				))}
			</dl>
		</details>
	)
}
