// A callback server for each SDK that merchants use: it verifies and decrypts what it is sent and
// says what it read. GET /judges lists them, with what an SDK does not look at itself; POST
// /judge/SDK/CHANNEL judges one request; GET /sign/SDK/CHANNEL lets an SDK sign one itself.
// Usage: node judges.mjs KEYS_DIR --port PORT --port-file FILE
import {readFileSync, renameSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {X509Certificate, randomBytes} from 'node:crypto';
import {AlipaySdk} from 'alipay-sdk';
import {Webhook} from 'standardwebhooks';
import Stripe from 'stripe';
import {Webhook as SvixWebhook} from 'svix';

const require = createRequire(import.meta.url);
const {Aes, Formatter, Hash, Rsa, Transformer} = require('wechatpay-axios-plugin');
const Tenpay = require('tenpay');

const [dir, ...flags] = process.argv.slice(2);
const flag = (name) => flags[flags.indexOf(name) + 1];
const file = (name) => readFileSync(`${dir}/${name}`, 'utf8');
const word = (name) => file(name).trim();
const lines = (name) => word(name).split('\n');

const apiV3Key = word('api_v3_key.txt');
const apiV2Key = word('api_v2_key.txt');
const certificate = file('platform_cert.pem');
const serialOf = (pem) => new X509Certificate(pem).serialNumber;
const platformKeys = {
  [serialOf(certificate)]: certificate,
  [word('pub_key_id.txt')]: file('pub_key_public.pem'),
};

class Refused extends Error {}
const need = (value, what) => {
  if (!value) throw new Refused(what);
  return value;
};

function wxpay({headers, body}) {
  const pem = need(platformKeys[headers['wechatpay-serial']], 'unknown serial');
  const message = Formatter.response(
      need(headers['wechatpay-timestamp'], 'no timestamp'), need(headers['wechatpay-nonce'], 'no nonce'), body);
  const fits = Rsa.verify(message, need(headers['wechatpay-signature'], 'no signature'),
                          Rsa.from(pem, Rsa.KEY_TYPE_PUBLIC));
  need(fits, 'the signature does not fit');
  const {resource} = JSON.parse(body);
  const plain = JSON.parse(
      Aes.AesGcm.decrypt(resource.ciphertext, apiV3Key, resource.nonce, resource.associated_data));
  const sub = plain.sub_orders?.[0];
  return {
    order_no: plain.out_trade_no ?? sub?.out_trade_no ?? plain.out_order_no,
    amount_minor: plain.amount?.total ?? sub?.amount.total_amount ?? plain.receiver?.amount,
    refund_minor: plain.amount?.refund ?? 0,
  };
}

// A wrong key may by chance leave a padding that fits; what it decrypts to names no order.
const v2Numbers = (plain) => ({
  order_no: need(plain.out_trade_no, 'no order number'),
  amount_minor: Number(plain.total_fee),
  refund_minor: Number(plain.refund_fee ?? 0),
});

function wxpayV2({body}) {
  const fields = Transformer.toObject(body);
  if (fields.req_info !== undefined) {
    return v2Numbers(Transformer.toObject(Aes.AesEcb.decrypt(fields.req_info, Hash.md5(apiV2Key))));
  }
  const {sign, ...rest} = fields;
  const type = need(sign, 'no sign').length === 64 ? 'HMAC-SHA256' : 'MD5';
  need(Hash.sign(type, rest, apiV2Key) === sign, 'the sign does not fit');
  need(rest.return_code === 'SUCCESS', 'no return_code');
  return v2Numbers(rest);
}

const tenpay = new Tenpay({
  appid: word('appid.txt'), mchid: word('mchid.txt'), partnerKey: apiV2Key,
  notify_url: 'http://127.0.0.1/', spbill_create_ip: '127.0.0.1',
});
async function tenpayV2({body}) {
  if (body.includes('<req_info>') || !body.includes('<sign>')) {
    const notice = await tenpay._parse(body, body.includes('<req_info>') ? 'middleware_refund' : 'middleware_pay');
    return v2Numbers(notice.req_info);
  }
  // The merchant's own setting, which the SDK falls back to when sign_type is missing.
  const setting = /<sign><!\[CDATA\[.{64}\]\]><\/sign>/.test(body) ? 'HMAC-SHA256' : 'MD5';
  return v2Numbers(await tenpay._parse(body, 'middleware_pay', setting));
}

const alipay = new AlipaySdk({
  appId: word('alipay_app_id.txt'),
  privateKey: file('alipay_private.pem'),
  keyType: 'PKCS8',
  alipayPublicKey: file('alipay_public.pem'),
});
const fen = (yuan) => Number(yuan.replace('.', ''));
function alipayForm({body}) {
  const fields = Object.fromEntries(new URLSearchParams(body));
  need(alipay.checkNotifySignV2(fields), 'the sign does not fit');
  return {
    order_no: fields.out_trade_no,
    amount_minor: fen(fields.total_amount),
    refund_minor: fields.out_biz_no ? fen(fields.refund_fee) : 0,
  };
}

// An endpoint has one secret; while it is rolled, two of them are tried.
function firstThatFits(secrets, verify) {
  let last;
  for (const secret of secrets) {
    try {
      return verify(secret);
    } catch (error) {
      last = error;
    }
  }
  throw new Refused(last.message);
}

const stripe = new Stripe('sk_test_nothing');
function stripeEvent({headers, body}) {
  const event = firstThatFits(
      lines('stripe_secret.txt'),
      (secret) => stripe.webhooks.constructEvent(body, need(headers['stripe-signature'], 'no signature'), secret));
  const object = event.data.object;
  const refund = object.object === 'refund';
  return {
    order_no: object.metadata.order_no,
    amount_minor: refund ? 0 : object.amount_total ?? object.amount,
    refund_minor: refund ? object.amount : 0,
  };
}

const standard = (Verifier) => ({headers, body}) => {
  const payload = firstThatFits(lines('webhook_secret.txt'), (secret) => new Verifier(secret).verify(body, headers));
  return {
    order_no: payload.data.order_no,
    amount_minor: payload.data.amount_minor,
    refund_minor: payload.data.refund_minor ?? 0,
  };
};

const noClock = 'its calls take no clock; the 300 s are left to the caller (README, v3 callbacks)';
const noPair = 'it knows the symmetric v1 only';
const judges = [
  {sdk: 'wechatpay-axios-plugin', channel: 'wxpay', judge: wxpay,
    not_checked: {'variant stale': noClock, 'variant future': noClock}},
  {sdk: 'wechatpay-axios-plugin', channel: 'wxpay_v2', judge: wxpayV2, not_checked: {}},
  {sdk: 'tenpay', channel: 'wxpay_v2', judge: tenpayV2, not_checked: {}},
  {sdk: 'alipay-sdk', channel: 'alipay', judge: alipayForm,
    not_checked: {'shape gbk': 'it reads UTF-8 only (src/alipay.ts, notifyRSACheck)'}},
  {sdk: 'stripe', channel: 'stripe', judge: stripeEvent,
    not_checked: {'variant future': 'it refuses the past only (docs.stripe.com/webhooks; cjs/Webhooks.js)'}},
  {sdk: 'standardwebhooks', channel: 'standard_webhooks', judge: standard(Webhook),
    not_checked: {'signing ed25519': noPair}},
  {sdk: 'svix', channel: 'standard_webhooks', judge: standard(SvixWebhook),
    not_checked: {'signing ed25519': noPair}},
];

const wechatTime = () => new Date(Date.now() + 8 * 3600e3).toISOString().replace(/\..*/, '+08:00');

// What each SDK signs by itself; the order is the one in the query.
const signers = {
  'stripe/stripe': ({order_no, amount_minor}) => {
    const payload = JSON.stringify({
      id: `evt_1${randomBytes(12).toString('hex')}`, object: 'event', api_version: '2026-07-29.dahlia',
      account: word('stripe_account.txt'), created: Math.floor(Date.now() / 1000), livemode: false,
      type: 'payment_intent.succeeded',
      data: {object: {id: `pi_3${randomBytes(12).toString('hex')}`, object: 'payment_intent',
        amount: amount_minor, amount_received: amount_minor, currency: 'cny', metadata: {order_no}}},
    }, null, 2);
    const header = stripe.webhooks.generateTestHeaderString({payload, secret: lines('stripe_secret.txt')[0]});
    return {headers: {'Stripe-Signature': header, 'Content-Type': 'application/json'}, body: payload};
  },
  'standardwebhooks/standard_webhooks': ({order_no, amount_minor}) => {
    const body = JSON.stringify({type: 'payment.succeeded', timestamp: wechatTime(),
      data: {order_no, trade_no: `pay_${randomBytes(12).toString('hex')}`, amount_minor, currency: 'CNY'}});
    const id = `msg_${randomBytes(12).toString('hex')}`;
    const now = new Date();
    return {headers: {
      'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(lines('webhook_secret.txt')[1]).sign(id, now, body)}, body};
  },
  'wechatpay-axios-plugin/wxpay': ({order_no, amount_minor}) => {
    const nonce = Formatter.nonce(12);
    const plain = JSON.stringify({mchid: word('mchid.txt'), appid: word('appid.txt'), out_trade_no: order_no,
      transaction_id: `42000${Date.now()}`, trade_state: 'SUCCESS', success_time: wechatTime(),
      amount: {total: amount_minor, payer_total: amount_minor, currency: 'CNY', payer_currency: 'CNY'}});
    const body = JSON.stringify({id: randomBytes(18).toString('hex'), create_time: wechatTime(),
      resource_type: 'encrypt-resource', event_type: 'TRANSACTION.SUCCESS', summary: '支付成功',
      resource: {original_type: 'transaction', algorithm: 'AEAD_AES_256_GCM',
        ciphertext: Aes.AesGcm.encrypt(plain, apiV3Key, nonce, 'transaction'), associated_data: 'transaction', nonce}});
    const timestamp = String(Formatter.timestamp());
    const outer = Formatter.nonce();
    return {headers: {
      'Content-Type': 'application/json', 'Wechatpay-Nonce': outer, 'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Serial': serialOf(certificate),
      'Wechatpay-Signature': Rsa.sign(Formatter.response(timestamp, outer, body), Rsa.from(file('platform_private.pem')))},
    body};
  },
  'wechatpay-axios-plugin/wxpay_v2': ({order_no, amount_minor}) => {
    const fields = {appid: word('appid.txt'), mch_id: word('mchid.txt'), nonce_str: Formatter.nonce(),
      return_code: 'SUCCESS', result_code: 'SUCCESS', out_trade_no: order_no,
      transaction_id: `42000${Date.now()}`, total_fee: String(amount_minor), fee_type: 'CNY',
      attach: 'a & b <c> "d"', sign_type: 'HMAC-SHA256'};
    fields.sign = Hash.sign('HMAC-SHA256', fields, apiV2Key);
    return {headers: {'Content-Type': 'text/xml'}, body: Transformer.toXml(fields)};
  },
};

const read = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

async function answer(request) {
  const url = new URL(request.url, 'http://127.0.0.1');
  const [, action, sdk, channel] = url.pathname.split('/');
  if (action === 'readyz') return {ready: true};
  if (action === 'judges') {
    return judges.map(({judge, ...rest}) => ({...rest, version: require(fileURLToPath(new URL(`node_modules/${rest.sdk}/package.json`, import.meta.url))).version}));
  }
  if (action === 'signers') return Object.keys(signers);
  if (action === 'sign') {
    return signers[`${sdk}/${channel}`]({
      order_no: url.searchParams.get('order_no'), amount_minor: Number(url.searchParams.get('amount_minor'))});
  }
  const {judge} = judges.find((one) => one.sdk === sdk && one.channel === channel);
  try {
    return {accepted: true, ...(await judge({headers: request.headers, body: await read(request)}))};
  } catch (error) {
    return {accepted: false, why: String(error.message)};
  }
}

const server = createServer(async (request, response) => {
  try {
    response.end(JSON.stringify(await answer(request)));
  } catch (error) {
    response.statusCode = 500;
    response.end(JSON.stringify({error: String(error.stack)}));
  }
});
server.keepAliveTimeout = 60000;
server.listen(Number(flag('--port')), '127.0.0.1', () => {
  writeFileSync(`${flag('--port-file')}.new`, `${server.address().port}\n`);
  renameSync(`${flag('--port-file')}.new`, flag('--port-file'));
});
