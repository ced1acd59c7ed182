import { Form } from '@remix-run/react'
import { formatNaira, KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { freeDays, priceCaps, type ShopOrder, shopOrders } from '#app/kernel/vocabulary/discovery.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { DiscoverChoice } from './discover-path.ts'
import { KeptFields } from './kept-fields.tsx'

interface FilterFormProps {
	choice: DiscoverChoice
	/** The order that the list is in. */
	order: ShopOrder
	/** A place is known, so that the nearest can be first. */
	hasPlace: boolean
}

/** The order of the list and what narrows it down. It says in its heading what is chosen. */
export function FilterForm({ choice, order, hasPlace }: FilterFormProps) {
	const orders = shopOrders.filter(({ id }) => id !== 'nearest' || hasPlace)
	return (
		<details className="disclosure text-sm">
			<summary>
				<span className="soft">{summaryOf(choice, order)}</span>
				<Icon name="chevron" size={18} />
			</summary>
			<Form method="get" action="/discover" className="grid gap-3 pb-3">
				<KeptFields choice={choice} except={['sort', 'free', 'price', 'open']} />
				<Choice label="Sort by" name="sort" value={order} options={orders} />
				<Choice label="Free" name="free" value={choice.free} any="Any day" options={freeDays} />
				<Choice
					label="Price"
					name="price"
					value={choice.price}
					any="Any price"
					options={priceCaps.map((id) => ({ id, name: priceLabel(id) }))}
				/>
				<Choice
					label="Hours"
					name="open"
					value={choice.open ? '1' : null}
					any="Any hours"
					options={[{ id: '1', name: 'Open now' }]}
				/>
				<Button type="submit" size="small">
					Show businesses
				</Button>
			</Form>
		</details>
	)
}

interface ChoiceProps {
	label: string
	name: string
	value: string | null
	/** The words of no choice; without them there is always one. */
	any?: string
	options: readonly { id: string; name: string }[]
}

function Choice({ label, name, value, any, options }: ChoiceProps) {
	return (
		<label>
			{label}
			<select className="input" name={name} defaultValue={value ?? ''} key={value}>
				{any && <option value="">{any}</option>}
				{options.map(({ id, name: words }) => (
					<option key={id} value={id}>
						{words}
					</option>
				))}
			</select>
		</label>
	)
}

function priceLabel(naira: string): string {
	return `Up to ${formatNaira(Number(naira) * KOBO_PER_NAIRA)}`
}

/** 'Soonest free · Today · Open now', or what the form is for. */
function summaryOf({ free, price, open }: DiscoverChoice, order: ShopOrder): string {
	const chosen = [
		order !== 'recommended' && shopOrders.find(({ id }) => id === order)?.name,
		free && `Free ${freeDays.find(({ id }) => id === free)?.name.toLowerCase()}`,
		price && priceLabel(price),
		open && 'Open now',
	].filter(Boolean)
	return chosen.length === 0 ? 'Sort and filter' : chosen.join(' · ')
}
