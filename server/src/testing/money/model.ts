/**
 * What should be in the books, in plain numbers and without a line of the product: written from the
 * rules of the house, so that a mistake in the product is not repeated here.
 */
const OPTIONS: Readonly<Record<number, { price: number; credits: number; bonus: number }>> = {
  1: { price: 5_000, credits: 50, bonus: 0 },
  2: { price: 10_000, credits: 100, bonus: 10 },
  3: { price: 50_000, credits: 500, bonus: 100 },
};
const PACKAGES = { '3_days': 20, '1_week': 40, '1_month': 100 } as const;
const REGIONS_INCLUDED = 3;
const REGION_PRICE = 5;
const OPEN_AT_MOST = 3;
const OPEN_FOR_MS = 3_600_000;
const LATE_MS = 20_000;
const DIFFERENCE_FOR_MS = 3_600_000;

export type Result = 'paid' | 'late' | 'declined' | 'cancelled';

/**
 * What somebody does. Payments have names of their own, because the product gives its numbers
 * later.
 */
export type Operation =
  | { kind: 'topup'; who: number; option: number; payment: string }
  | { kind: 'coupon'; who: number; code: string }
  | { kind: 'place'; who: number; ad: number; package: keyof typeof PACKAGES; regions: number }
  | { kind: 'close'; who: number }
  | { kind: 'pay'; payment: string; result: Result }
  | { kind: 'notify'; payment: string; times: number }
  | { kind: 'deliver' }
  | { kind: 'poll' }
  | { kind: 'grant'; who: number; amount: number }
  | { kind: 'refund'; payment: string; amount: number | undefined; owe: boolean }
  | { kind: 'carryOut' }
  | { kind: 'chargeback'; payment: string; by: 'bank' | 'operator' };

export interface Purse {
  balance: number;
  owed: number;
  /** Ever received, and ever spent on orders. */
  bonus: number;
  coupon: number;
  spent: number;
  closed: boolean;
}

interface Payment {
  who: number;
  price: number;
  credits: number;
  bonus: number;
  openedAt: number;
  atProvider: 'open' | 'paid' | 'declined' | 'cancelled';
  refundedAtProvider: number;
  chargedBack: boolean;
  /** When the provider's notification is due; undefined when it was sent or there is none. */
  notifyAt: number | undefined;
  status: 'open' | 'credited' | 'over' | 'astray' | 'gone';
  refunds: { amount: number; credits: number; status: 'ordered' | 'confirmed' | 'refused' }[];
}

interface Ad {
  owner: number;
  package: keyof typeof PACKAGES;
  /** Paid for, in this package or the one before. */
  regions: number;
  /** In its present package; no play lasts until an ad ends. */
  bookedAt: number;
}

export interface Books {
  now: number;
  discounts: readonly number[];
  purses: Purse[];
  payments: Map<string, Payment>;
  coupons: Map<string, { credits: number; left: number; usedBy: Set<number> }>;
  ads: Map<number, Ad>;
}

export function emptyBooks(
  now: number,
  discounts: readonly number[],
  coupons: [string, number, number][],
): Books {
  const wallet = (): Purse => ({
    balance: 0,
    owed: 0,
    bonus: 0,
    coupon: 0,
    spent: 0,
    closed: false,
  });
  return {
    now,
    discounts,
    purses: discounts.map(wallet),
    payments: new Map(),
    ads: new Map(),
    coupons: new Map(
      coupons.map(([code, credits, left]) => [code, { credits, left, usedBy: new Set() }]),
    ),
  };
}

/** The books after an operation, and its response. */
export function after(before: Books, operation: Operation): { books: Books; response: string } {
  const books = structuredClone(before);
  return { books, response: perform(books, operation) };
}

function perform(books: Books, operation: Operation): string {
  const payment = 'payment' in operation ? books.payments.get(operation.payment) : undefined;
  const wallet = 'who' in operation ? books.purses[operation.who]! : undefined;
  switch (operation.kind) {
    case 'topup':
      return wallet!.closed ? '401 NOT_LOGGED_IN' : open(books, operation);
    case 'coupon':
      return wallet!.closed ? '401 NOT_LOGGED_IN' : redeem(books, operation);
    case 'place':
      return wallet!.closed ? '401 NOT_LOGGED_IN' : place(books, operation);
    case 'close':
      if (wallet!.closed) return '401 NOT_LOGGED_IN';
      Object.assign(wallet!, { balance: 0, closed: true });
      return '200';
    case 'pay':
      decide(books, payment!, operation.result);
      return '303';
    case 'notify':
      settle(books, payment!);
      return '200';
    case 'deliver':
      for (const due of books.payments.values()) {
        if (due.notifyAt === undefined || due.notifyAt > books.now) continue;
        due.notifyAt = undefined;
        settle(books, due);
      }
      return 'done';
    case 'poll':
      for (const asked of books.payments.values())
        if (asked.status === 'open') settle(books, asked);
      return 'done';
    case 'grant':
      if (wallet!.closed) return 'refused';
      receive(wallet!, operation.amount);
      return 'done';
    case 'refund':
      return orderRefund(books, payment!, operation);
    case 'carryOut':
      for (const due of books.payments.values()) carryOut(books, due);
      return 'done';
    case 'chargeback':
      if (operation.by === 'bank') {
        if (payment!.atProvider === 'paid') payment!.chargedBack = true;
        settle(books, payment!);
        return '200';
      }
      if (payment!.status !== 'credited') return 'refused';
      bookMoneyBack(books, payment!, true);
      return 'done';
  }
}

function open(
  books: Books,
  { who, option, payment }: Extract<Operation, { kind: 'topup' }>,
): string {
  const offer = OPTIONS[option];
  if (!offer) return '404 NOT_FOUND';
  const pending = [...books.payments.values()].filter(
    (other) =>
      other.who === who && other.status === 'open' && other.openedAt > books.now - OPEN_FOR_MS,
  );
  if (pending.length >= OPEN_AT_MOST) return '409 TOO_MANY_PENDING';
  books.payments.set(payment, {
    who,
    credits: offer.credits,
    bonus: offer.bonus,
    openedAt: books.now,
    atProvider: 'open',
    status: 'open',
    price: Math.round((offer.price * (100 - books.discounts[who]!)) / 100),
    refundedAtProvider: 0,
    chargedBack: false,
    notifyAt: undefined,
    refunds: [],
  });
  return '200';
}

function decide(books: Books, payment: Payment, result: Result): void {
  if (payment.atProvider !== 'open') return;
  payment.atProvider = result === 'late' ? 'paid' : result;
  payment.notifyAt = books.now + (result === 'late' ? LATE_MS : 0);
}

/** Credits settle what is owed first. */
function receive(wallet: Purse, amount: number): void {
  const settled = Math.min(amount, wallet.owed);
  wallet.owed -= settled;
  wallet.balance += amount - settled;
}

function takeBack(wallet: Purse, amount: number): void {
  const there = Math.min(amount, wallet.balance);
  wallet.balance -= there;
  wallet.owed += amount - there;
}

function settle(books: Books, payment: Payment): void {
  const wallet = books.purses[payment.who]!;
  if (payment.status === 'open' && payment.atProvider !== 'open') {
    if (payment.atProvider !== 'paid') payment.status = 'over';
    else if (wallet.closed) payment.status = 'astray';
    else {
      payment.status = 'credited';
      receive(wallet, payment.credits + payment.bonus);
      wallet.bonus += payment.bonus;
    }
  }
  if (payment.status === 'credited') bookMoneyBack(books, payment, payment.chargedBack);
}

const ordered = ({ refunds }: Payment) => sum(refunds.filter(({ status }) => status !== 'refused'));
const confirmed = ({ refunds }: Payment) =>
  sum(refunds.filter(({ status }) => status === 'confirmed'));
const sum = (refunds: Payment['refunds']) =>
  refunds.reduce((total, { amount }) => total + amount, 0);

/** The same share of the credits as of the money, and over all parts exactly all. */
function share(payment: Payment, amount: number): number {
  const upTo = (money: number) =>
    Math.round(((payment.credits + payment.bonus) * money) / payment.price);
  const taken = payment.refunds.reduce(
    (all, { status, credits }) => all + (status === 'refused' ? 0 : credits),
    0,
  );
  return Math.max(0, upTo(ordered(payment) + amount) - taken);
}

function bookMoneyBack(books: Books, payment: Payment, chargedBack: boolean): void {
  if (chargedBack) {
    // It takes everything, and refunds that still wait are not paid any more.
    for (const waiting of payment.refunds.filter(({ status }) => status === 'ordered')) {
      waiting.status = 'refused';
      receive(books.purses[payment.who]!, waiting.credits);
    }
  }
  const amount = (chargedBack ? payment.price : payment.refundedAtProvider) - ordered(payment);
  if (amount > 0) {
    const credits = share(payment, amount);
    payment.refunds.push({ amount, credits, status: 'confirmed' });
    takeBack(books.purses[payment.who]!, credits);
  }
  if (confirmed(payment) >= payment.price) payment.status = 'gone';
}

function orderRefund(
  books: Books,
  payment: Payment,
  { amount: wanted, owe }: Extract<Operation, { kind: 'refund' }>,
) {
  const wallet = books.purses[payment.who]!;
  const amount = wanted ?? payment.price - ordered(payment);
  if (payment.status !== 'credited' || amount <= 0 || ordered(payment) + amount > payment.price)
    return 'refused';
  const credits = share(payment, amount);
  if (credits > wallet.balance && !owe) return 'refused';
  payment.refunds.push({ amount, credits, status: 'ordered' });
  takeBack(wallet, credits);
  return 'done';
}

function carryOut(books: Books, payment: Payment): void {
  const wallet = books.purses[payment.who]!;
  for (const refund of payment.refunds.filter(({ status }) => status === 'ordered')) {
    if (!payment.chargedBack && payment.refundedAtProvider + refund.amount <= payment.price) {
      refund.status = 'confirmed';
      payment.refundedAtProvider += refund.amount;
      if (confirmed(payment) >= payment.price) payment.status = 'gone';
    } else {
      refund.status = 'refused';
      // The wallet of a closed account takes nothing; an operator gives such money back.
      if (!wallet.closed) receive(wallet, refund.credits);
    }
  }
}

function redeem(books: Books, { who, code }: Extract<Operation, { kind: 'coupon' }>): string {
  const coupon = books.coupons.get(code);
  if (!coupon || coupon.left === 0 || coupon.usedBy.has(who)) return '409 COUPON_INVALID';
  coupon.left--;
  coupon.usedBy.add(who);
  receive(books.purses[who]!, coupon.credits);
  books.purses[who]!.coupon += coupon.credits;
  return '200';
}

function place(books: Books, operation: Extract<Operation, { kind: 'place' }>): string {
  const wallet = books.purses[operation.who]!;
  const running = books.ads.get(operation.ad);
  const stays = running?.package === operation.package;
  const paidRegions = running?.regions ?? REGIONS_INCLUDED;
  const price = stays
    ? 0
    : PACKAGES[operation.package] - counted(running, operation.package, books.now);
  const charged = price + Math.max(0, operation.regions - paidRegions) * REGION_PRICE;
  if (charged > wallet.balance) return '409 INSUFFICIENT_CREDITS';
  wallet.balance -= charged;
  wallet.spent += charged;
  books.ads.set(operation.ad, {
    owner: operation.who,
    package: operation.package,
    regions: Math.max(paidRegions, operation.regions),
    bookedAt: stays ? running.bookedAt : books.now,
  });
  return `200 charged ${charged}`;
}

/** What counts towards another package: for an hour, and towards a larger one only. */
function counted(running: Ad | undefined, chosen: keyof typeof PACKAGES, now: number): number {
  if (!running || now > running.bookedAt + DIFFERENCE_FOR_MS) return 0;
  const had = PACKAGES[running.package];
  return had < PACKAGES[chosen] ? had : 0;
}
