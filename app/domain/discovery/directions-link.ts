import { areCoordinates, type Coordinates } from './distance.ts'

/** Whether a shop has coordinates: 0, 0 lies in the sea. */
export function isKnownPlace(place: Coordinates): boolean {
	return areCoordinates(place) && (place.latitude !== 0 || place.longitude !== 0)
}

type Place = Coordinates & { name: string; address: string; city: string }

/**
 * A link that opens the way to a shop in the phone's maps. Coordinates are exact where street addresses are not. A shop
 * without coordinates is found by its address.
 */
export function directionsLink({ latitude, longitude, name, address, city }: Place): string {
	const destination = isKnownPlace({ latitude, longitude })
		? `${latitude},${longitude}`
		: `${name}, ${address}, ${city}`
	return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
