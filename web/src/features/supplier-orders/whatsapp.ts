import { internationalPhone } from '@lavra/domain/phone';

/** Returns whether a number of 10 or 11 digits is a mobile, which alone can have WhatsApp. */
export const isMobile = (phone: string): boolean => /^\d{2}9\d{8}$/.test(phone);

/** Returns the address that opens WhatsApp with a message to a producer, which names the order. */
export const whatsAppTo = (phone: string, number: string): string =>
  `https://wa.me/${internationalPhone(phone)}?text=${encodeURIComponent(
    `Olá! Minha proposta na cotação ${number} foi a escolhida. Podemos combinar a entrega e o pagamento?`,
  )}`;
