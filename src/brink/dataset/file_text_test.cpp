#include "brink/dataset/file_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "brink/base/error.h"

namespace brink {
namespace {

using testing::HasSubstr;

std::string gzip(std::string_view text) {
  z_stream z{};
  EXPECT_EQ(deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(text.size() + 1000, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

std::string error_of(std::string_view bytes) {
  try {
    decode_file_text(bytes, "d.jsonl");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kInput);
    EXPECT_FALSE(e.hint().empty());
    return e.what();
  }
  return "no error";
}

std::string long_text() {
  std::string out;
  for (int i = 0; i < 40000; ++i) out += std::to_string(i * 7919 % 104729) + "\n";
  return out;
}

TEST(FileText, GzipReadsAsItsText) {
  EXPECT_EQ(decode_file_text(gzip("a\nb\n"), "d").text, "a\nb\n");
  EXPECT_EQ(decode_file_text(gzip(long_text()), "d").text, long_text());
  EXPECT_EQ(decode_file_text(gzip("a\n") + gzip("b\n"), "d").text, "a\nb\n") << "members joined, as gzip -d does";
  EXPECT_EQ(decode_file_text(gzip("a"), "d").file, sha256(gzip("a"))) << "the hash names the file on disk";
  EXPECT_EQ(decode_file_text(gzip(""), "d").text, "");
}

TEST(FileText, EveryTruncationOfAGzipFileIsRefused) {
  const std::string whole = gzip(long_text());
  for (const std::size_t size : {std::size_t{2}, std::size_t{9}, std::size_t{10}, std::size_t{50}, whole.size() / 2,
                                 whole.size() - 9, whole.size() - 8, whole.size() - 1})
    EXPECT_THAT(error_of(std::string_view(whole).substr(0, size)), HasSubstr("d.jsonl: the gzip file is truncated"))
        << size;
}

TEST(FileText, ACorruptGzipFileIsRefused) {
  std::string whole = gzip(long_text());
  whole[whole.size() - 6] ^= 1;
  EXPECT_THAT(error_of(whole), HasSubstr("corrupt (incorrect data check)"));
  EXPECT_THAT(error_of(gzip("a") + "trailing bytes"), HasSubstr("corrupt"));
}

TEST(FileText, AByteOrderMarkIsDropped) { EXPECT_EQ(decode_file_text("\xEF\xBB\xBFq,a\n", "d").text, "q,a\n"); }

TEST(FileText, OtherEncodingsAreRefusedWithTheLine) {
  EXPECT_THAT(error_of(std::string("\xFF\xFEq\0", 4)), HasSubstr("d.jsonl:1: the text is UTF-16"));
  EXPECT_THAT(error_of(std::string("q\na\0b", 5)), HasSubstr("d.jsonl:2: a zero byte"));
  EXPECT_THAT(error_of("fine\nfine\ncaf\xE9 au lait\n"), HasSubstr("d.jsonl:3: byte 0xE9 is not UTF-8"));
  EXPECT_THAT(error_of("\xB0\xA1\xB0\xA2"), HasSubstr("d.jsonl:1: byte 0xB0"));
}

TEST(FileText, ALineCutInsideACharacterIsLeftOutAndNamed) {
  const FileText cut = decode_file_text("one\ntwo\nthr\xE9\x80", "d");
  EXPECT_EQ(cut.text, "one\ntwo\n");
  EXPECT_EQ(cut.truncated_line, 3);
  EXPECT_EQ(decode_file_text("\xE9\x80", "d").text, "");
}

}  // namespace
}  // namespace brink
