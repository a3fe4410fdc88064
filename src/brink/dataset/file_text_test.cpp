#include "brink/dataset/file_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "brink/base/error.h"
#include "brink/dataset/gzipped.h"

namespace brink {
namespace {

using testing::HasSubstr;

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
  EXPECT_EQ(decode_file_text(gzipped("a\nb\n"), "d").text, "a\nb\n");
  EXPECT_EQ(decode_file_text(gzipped(long_text()), "d").text, long_text());
  EXPECT_EQ(decode_file_text(gzipped("a\n") + gzipped("b\n"), "d").text, "a\nb\n") << "members joined, as gzip -d does";
  EXPECT_EQ(decode_file_text(gzipped("a"), "d").file, sha256(gzipped("a"))) << "the hash names the file on disk";
  EXPECT_EQ(decode_file_text(gzipped(""), "d").text, "");
}

TEST(FileText, EveryTruncationOfAGzipFileIsRefused) {
  const std::string whole = gzipped(long_text());
  for (const std::size_t size : {std::size_t{2}, std::size_t{9}, std::size_t{10}, std::size_t{50}, whole.size() / 2,
                                 whole.size() - 9, whole.size() - 8, whole.size() - 1})
    EXPECT_THAT(error_of(std::string_view(whole).substr(0, size)), HasSubstr("d.jsonl: the gzip file is truncated"))
        << size;
}

TEST(FileText, ACorruptGzipFileIsRefused) {
  std::string whole = gzipped(long_text());
  whole[whole.size() - 6] ^= 1;
  EXPECT_THAT(error_of(whole), HasSubstr("corrupt (incorrect data check)"));
  EXPECT_THAT(error_of(gzipped("a") + "trailing bytes"), HasSubstr("corrupt"));
}

TEST(FileText, AByteOrderMarkIsDropped) { EXPECT_EQ(decode_file_text("\xEF\xBB\xBFq,a\n", "d").text, "q,a\n"); }

TEST(FileText, OtherEncodingsAreRefusedWithTheLine) {
  EXPECT_THAT(error_of(std::string("\xFF\xFEq\0", 4)), HasSubstr("d.jsonl:1: the text is UTF-16"));
  EXPECT_THAT(error_of(std::string("q\na\0b", 5)), HasSubstr("d.jsonl:2: a zero byte"));
  EXPECT_THAT(error_of("fine\nfine\ncaf\xE9 au lait\n"), HasSubstr("d.jsonl:3: byte 0xE9 is not UTF-8"));
  EXPECT_THAT(error_of("\xB0\xA1\xB0\xA2"), HasSubstr("d.jsonl:1: byte 0xB0"));
}

TEST(FileText, FilesOfOtherKindsAreNamed) {
  const std::string zip("PK\x03\x04\x14\0\0", 7), parquet = std::string("PAR1\x15\0", 6) + "\xFF";
  const auto error = [](const std::string& bytes) {
    try {
      decode_file_text(bytes, "d");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(error(zip), "d: holds a zip file, not text");
  EXPECT_EQ(error(parquet), "d: holds a Parquet file, not text");
  EXPECT_EQ(error(gzipped(gzipped(zip))), "d: holds a gzip file, not text");
  EXPECT_EQ(error("PAR1,PAR2\n1,2\n"), "none");
}

TEST(FileText, LinesMayAllEndInCarriageReturns) {
  EXPECT_EQ(decode_file_text("q,a\r1,2\r", "d").text, "q,a\n1,2\n");
  EXPECT_EQ(decode_file_text("q,a\r\n1,2\r\n", "d").text, "q,a\r\n1,2\r\n");
}

TEST(FileText, ALineCutInsideACharacterIsLeftOutAndNamed) {
  const FileText cut = decode_file_text("one\ntwo\nthr\xE9\x80", "d");
  EXPECT_EQ(cut.text, "one\ntwo\n");
  EXPECT_EQ(cut.truncated_line, 3);
  EXPECT_EQ(decode_file_text("\xE9\x80", "d").text, "");
}

}  // namespace
}  // namespace brink
